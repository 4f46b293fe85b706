import { listTemplateCategories } from '@parvis/contract/templates.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { render, renderStandalone, expectText, stub, tap, clearPage } from '#web/testing/render-standalone.tsx'
import { CategoryFilter } from './CategoryFilter.tsx'

renderStandalone('publish', 'feed')

const category = (id: string, name: string) =>
  ({ _id: id, name, lang: { en: { name } }, picto: 'handshake', bgColor: 'help', templates: [] }) as never
const onChoose = vi.fn<(id: string | null) => void>()
const onOpen = vi.fn<(open: boolean) => void>()
const open = (chosenId: string | null) =>
  render(<CategoryFilter communityId="home" chosenId={chosenId} isOpen onOpenChange={onOpen} onChoose={onChoose} />)

beforeEach(() => {
  vi.clearAllMocks()
  stub(listTemplateCategories, [category('a', 'Help'), category('b', 'Games')])
})

test('one tap on a category chooses the category and closes the dialog', async () => {
  await open(null)
  await expectText('Games')
  await tap('Games')
  expect([onChoose.mock.calls, onOpen.mock.calls]).toEqual([[['b']], [[false]]])
})

test('the chosen category is marked, and one tap on "All posts" removes the choice', async () => {
  await open('a')
  await expectText('Games')
  const marked = [...document.querySelectorAll('dialog [aria-pressed], [role=dialog] [aria-pressed]')].map(one => [
    one.textContent,
    one.getAttribute('aria-pressed'),
  ])
  expect(marked).toEqual([
    ['Help', 'true'],
    ['Games', 'false'],
  ])
  await tap('All posts')
  expect(onChoose.mock.calls).toEqual([[null]])
  await clearPage()
})
