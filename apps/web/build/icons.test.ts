// @vitest-environment node
import { expect, test } from 'vitest'
import { iconsIn, iconsInUse, symbolOf } from './icons.ts'

test('iconsIn finds the icon names in a file that renders icons, wherever they stand in its code', () => {
  const code = `<IconButton icon={open ? 'x' : "search"} label="no-such-drawing" />; const icons = { rain: 'cloud-rain' }`
  expect(iconsIn(code)).toEqual(['x', 'search', 'cloud-rain'])
  expect(iconsIn(`const kind = 'menu'`)).toEqual([])
})

test('the page contains the icons in use, and not the whole Lucide collection', () => {
  const found = iconsInUse()
  expect(found).toEqual(expect.arrayContaining(['newspaper', 'store', 'cloud-sun-rain', 'arrow-up', 'hand']))
  expect(found.length).toBeLessThan(200)
})

test('an icon becomes a single path, whatever shapes its source consists of', () => {
  for (const name of ['share-2', 'ellipsis', 'users'])
    expect(symbolOf(name)).toMatch(/^<symbol id="icon-[a-z0-9-]+" viewBox="0 0 24 24"><path d="[^"]+"\/><\/symbol>$/)
})
