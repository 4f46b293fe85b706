import {
  createTemplate,
  editTemplate,
  listTemplateCategories,
  type Template,
  type TemplateCategory,
} from '@parvis/contract/templates.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { store } from '#web/kernel/device/stored.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  calls,
  choose,
  render,
  renderStandalone,
  noNetwork,
  press,
  expectText,
  stub,
  waitUntil,
  clearPage,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { TemplateFormView, type TemplateFormViewProps } from './TemplateFormView.tsx'

renderStandalone('publish', 'media')

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  communitytype: 'Neighborhood',
  membersCount: 3,
  timezone: 'Europe/Paris',
} as const
const me = { _id: 'me', communityId: 'home', lastBooking: null } as unknown as TemplateFormViewProps['me']
const categories = [
  {
    _id: 'c1',
    name: 'Chantiers',
    lang: { en: { name: 'Works' } },
    picto: 'memo',
    bgColor: 'notice',
    templateIds: [],
    templates: [],
  },
] as TemplateCategory[]
const onSaved = vi.fn<(template: Template) => void>()

const open = async (overrides: Partial<TemplateFormViewProps> = {}) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <TemplateFormView
        community={community}
        me={me}
        type="Template"
        back={{ to: '/tiles' } as never}
        renderPreview={() => null}
        onSaved={onSaved}
        onLeave={() => {}}
        {...overrides}
      />
    </FrameContext>,
  )
  await waitUntil(() => field('name') !== null)
}
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)
const fill = (name: string, text: string) => typeInto(text, `[name="${name}"]`)
const focused = () => document.activeElement?.getAttribute('name')
const invalidFields = () => [...document.querySelectorAll('[aria-invalid=true]')].map(one => one.getAttribute('name'))

beforeEach(() => {
  onSaved.mockReset()
  stub(listTemplateCategories, categories)
  stub(createTemplate, ({ body }) => ({ _id: 't1', ...(body as object) }) as Template)
  stub(editTemplate, ({ body }) => ({ _id: 't1', ...(body as object) }) as Template)
})
afterEach(() => {
  store('templatedrafts', null)
  for (const { id } of shownToasts()) closeToast(id)
})

test('cancelling the template form saves the draft, and a toast offers to discard the draft', async () => {
  await open()
  await fill('name', 'Renovation')
  await press('Cancel')
  await clearPage()
  const draftToast = () => shownToasts().find(({ text }) => text === t('publish.draft.kept'))
  expect(draftToast()).toBeDefined()
  await open()
  expect(field('name')!.value).toBe('Renovation')
  expect(draftToast()).toBeUndefined()
  await fill('name', 'Renovation again')
  await press('Cancel')
  await clearPage()
  await act(async () => draftToast()!.action!.onClick())
  await open()
  expect(field('name')!.value).toBe('')
})

test('errors of the template form are shown beside their fields one after another, and nothing is sent until all are fixed', async () => {
  await open()
  await press('Save')
  await expectText('Please give it a name')
  await waitUntil(() => focused() === 'name')
  expect([invalidFields(), focused()]).toEqual([['name'], 'name'])
  await fill('name', 'Ravalement')
  await press('Save')
  await waitUntil(() => focused() === 'description')
  expect([invalidFields(), focused()]).toEqual([['description'], 'description'])
  await expectText('Post text is mandatory')
  await fill('description', 'Échafaudage')
  await choose('new')
  await press('Save')
  await expectText('Choose a category, or name a new one')
  await waitUntil(() => focused() === 'category-en')
  expect([invalidFields(), focused()]).toEqual([['category-en'], 'category-en'])
  expect(bodies).toEqual([])
  await fill('category-en', 'Works')
  await press('Add a choice')
  await fill('choice-0', 'Building A')
  await press('Save')
  await waitUntil(() => onSaved.mock.calls.length > 0)
  expect(bodies).toMatchObject([
    {
      type: 'Template',
      lang: { en: { name: 'Ravalement', description: 'Échafaudage' } },
      category: { lang: { en: { name: 'Works' } } },
      choices: [{ lang: { en: { name: 'Building A' } } }],
    },
  ])
  expect(shownToasts().map(({ text }) => text)).toEqual(['The template is ready: the team can use it.'])
})

test('the name of the category is focused when the form is opened for a new category', async () => {
  await open({ categoryId: 'new' })
  expect([focused(), document.querySelector<HTMLInputElement>('[value=new]')!.checked]).toEqual(['category-fr', true])
})

test('edits after a lost response update the stored template under the same idempotency key', async () => {
  stub(createTemplate, noNetwork)
  await open({ categoryId: 'c1' })
  await fill('name', 'Twice')
  await fill('description', 'First words')
  await press('Save')
  await expectText('What you wrote is still here.')
  // A draft written during this visit is not announced as restored.
  expect(document.body.textContent).not.toContain('You had begun this template.')
  await fill('name', 'Twice over')
  stub(createTemplate, { _id: 't1', type: 'Template' } as Template)
  await press('Save')
  await waitUntil(() => onSaved.mock.calls.length > 0)
  const [first, second, third] = bodies as { tmpId?: string }[]
  expect([second!.tmpId, third]).toMatchObject([first!.tmpId, { lang: { en: { name: 'Twice over' } } }])
  expect(calls.filter(call => !call.startsWith('GET'))).toEqual([
    'POST /templates',
    'POST /templates',
    'PUT /templates/t1',
  ])
})

test('a draft of the template form is restored and announced at the next visit, and can be discarded', async () => {
  await open()
  await fill('name', 'Kept')
  await clearPage()
  await open()
  await expectText('You had begun this template.')
  expect(field('name')!.value).toBe('Kept')
  await press('Discard')
  await waitUntil(() => field('name')!.value === '')
  expect(field('name')!.value).toBe('')
  expect(document.body.textContent).not.toContain('You had begun this template.')
})
