// @vitest-environment node
import { expect, test } from 'vitest'
import { iconsIn, iconsInUse, symbolOf } from './icons.ts'

test('iconsIn finds the icon names anywhere in a file that renders icons, and none in other files', () => {
  const code = `<IconButton icon={open ? 'x' : "search"} label="no-such-drawing" />; const icons = { rain: 'cloud-rain' }`
  expect(iconsIn(code)).toEqual(['x', 'search', 'cloud-rain'])
  expect(iconsIn(`const kind = 'menu'`)).toEqual([])
})

test('iconsInUse returns the icons that the source files use, and not the whole Lucide collection', () => {
  const found = iconsInUse()
  expect(found).toEqual(expect.arrayContaining(['newspaper', 'store', 'cloud-sun-rain', 'arrow-up', 'hand']))
  expect(found.length).toBeLessThan(200)
})

test('symbolOf turns an icon into a single path, whatever elements its source contains', () => {
  for (const name of ['share-2', 'ellipsis', 'users'])
    expect(symbolOf(name)).toMatch(/^<symbol id="icon-[a-z0-9-]+" viewBox="0 0 24 24"><path d="[^"]+"\/><\/symbol>$/)
})
