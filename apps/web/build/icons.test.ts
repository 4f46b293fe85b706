// @vitest-environment node
import { expect, test } from 'vitest'
import { iconsIn, iconsInUse, symbolOf } from './icons.ts'

test('a file that draws icons brings those that it names, however it comes to them', () => {
  const code = `<IconButton icon={open ? 'x' : "search"} label="no-such-drawing" />; const icons = { rain: 'cloud-rain' }`
  expect(iconsIn(code)).toEqual(['x', 'search', 'cloud-rain'])
  expect(iconsIn(`const kind = 'menu'`)).toEqual([])
})

test('the page carries what is drawn, and not the whole collection', () => {
  const found = iconsInUse()
  expect(found).toEqual(expect.arrayContaining(['newspaper', 'store', 'cloud-sun-rain', 'arrow-up', 'hand']))
  expect(found.length).toBeLessThan(200)
})

test('the lines of an icon are one path, whatever shapes it is drawn with', () => {
  for (const name of ['share-2', 'ellipsis', 'users'])
    expect(symbolOf(name)).toMatch(/^<symbol id="icon-[a-z0-9-]+" viewBox="0 0 24 24"><path d="[^"]+"\/><\/symbol>$/)
})
