import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw, drawAlone, shows, stub, tap, wipe } from '#web/testing/draw-alone.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'

drawAlone('templates', 'feed')

const category = (id: string, name: string) =>
  ({ _id: id, name, lang: { en: { name } }, picto: 'handshake', bgColor: 'help', templates: [] }) as never
const chosen = vi.fn<(id: string | null) => void>()
const opened = vi.fn<(open: boolean) => void>()
const open = (now: string | null) =>
  draw(<CategoryFilter communityId="home" chosen={now} open onOpen={opened} onChoose={chosen} />)

beforeEach(() => {
  vi.clearAllMocks()
  stub(listTemplateCategories, [category('a', 'Help'), category('b', 'Games')])
})

test('filters the feed by a category with one tap', async () => {
  await open(null)
  await shows('Games')
  await tap('Games')
  expect([chosen.mock.calls, opened.mock.calls]).toEqual([[['b']], [[false]]])
})

test('marks the chosen category and shows all posts again with one tap', async () => {
  await open('a')
  await shows('Games')
  const marked = [...document.querySelectorAll('dialog [aria-pressed], [role=dialog] [aria-pressed]')].map(one => [
    one.textContent,
    one.getAttribute('aria-pressed'),
  ])
  expect(marked).toEqual([
    ['Help', 'true'],
    ['Games', 'false'],
  ])
  await tap('All posts')
  expect(chosen.mock.calls).toEqual([[null]])
  await wipe()
})
