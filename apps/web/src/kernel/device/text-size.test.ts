import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { store } from './stored.ts'
import { followTextSize, textSizes } from './text-size.ts'

let stop = () => {}
const sizeAttribute = () => document.documentElement.dataset.textsize
const setInOtherTab = (value: string | null) => {
  if (value === null) localStorage.removeItem('textsize')
  else localStorage.setItem('textsize', value)
  dispatchEvent(new StorageEvent('storage', { key: 'textsize' }))
  return sizeAttribute()
}

afterEach(() => {
  stop()
  localStorage.clear()
  delete document.documentElement.dataset.textsize
})

test('a chosen text size sets `data-textsize` at start, and the device’s own size sets no attribute', () => {
  store('textsize', '130')
  stop = followTextSize()
  expect(sizeAttribute()).toBe('130')
  stop()
  store('textsize', null)
  stop = followTextSize()
  expect(sizeAttribute()).toBeUndefined()
})

test('the text size follows a change in another tab, and an invalid value counts as the device’s own size', () => {
  stop = followTextSize()
  expect([
    setInOtherTab('"115"'),
    setInOtherTab('"150"'),
    setInOtherTab('"900"'),
    setInOtherTab('150'),
    setInOtherTab(null),
  ]).toEqual(['115', '150', undefined, undefined, undefined])
})

test('every offered text size occurs in tokens.css and in first-paint.js', () => {
  const web = join(import.meta.dirname, '../../..')
  const css = readFileSync(join(web, 'src/ui/tokens.css'), 'utf8')
  const script = readFileSync(join(web, 'public/first-paint.js'), 'utf8')
  const [, ...chosen] = textSizes
  expect(chosen.filter(size => !css.includes(`:root[data-textsize='${size}']`))).toEqual([])
  expect(script).toContain(`mark('textsize', [${chosen.map(size => `'${size}'`).join(', ')}])`)
})
