import {
  addAlerts,
  alertOfAllPosts,
  alertOfSelectedPosts,
  type AlertStatus,
  getAlertStatus,
  listAlerts,
  removeAlert,
} from '@parvis/contract/notifications.ts'
import { listTemplateCategories, type TemplateCategory } from '@parvis/contract/templates.ts'
import { beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '#web/ui/Toast.tsx'
import {
  findAxeViolations,
  bodies,
  calls,
  choose,
  render,
  renderStandalone,
  findNamed,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
  typeInto,
} from '#web/testing/render-standalone.tsx'
import { AlertSettings } from './AlertSettings.tsx'
import { AlertChooser } from './components/AlertChooser.tsx'

renderStandalone('notifications')

const template = (_id: string, name: string) => ({
  _id,
  name,
  lang: { en: {} },
  picto: 'dice',
  hue: 'sport',
  acceptNotif: true,
})
const category = (_id: string, name: string, ...templates: unknown[]) =>
  ({ _id, name, lang: { en: {} }, picto: 'dice', bgColor: 'sport', templates }) as unknown as TemplateCategory
const games = category('games', 'Games', template('chess', 'Échecs'), template('bowls', 'Pétanque'))
const community = { name: 'Les Tilleuls', customUri: 'les-tilleuls' }

let chosen: string[]
let status: AlertStatus | undefined
/** The alert status as the server sends it. */
const statusResponse = () => ({ ...(status && { status }) })
beforeEach(() => {
  chosen = []
  status = undefined
  stub(listTemplateCategories, [games])
  stub(listAlerts, () => chosen)
  stub(getAlertStatus, statusResponse)
  stub(alertOfAllPosts, () => {
    status = 'all'
    return statusResponse()
  })
  stub(alertOfSelectedPosts, () => {
    status = chosen.length > 0 ? 'selection' : undefined
    return statusResponse()
  })
  stub(addAlerts, ({ body }) => {
    chosen = [...chosen, ...(body as { templatesIds: string[] }).templatesIds]
    status ??= 'selection'
    return chosen
  })
  stub(removeAlert, ({ params }) => {
    chosen = chosen.filter(one => one !== params.templateId)
    if (chosen.length === 0 && status === 'selection') status = undefined
    return { _id: params.templateId! }
  })
})

const renderSettings = (more: Partial<Parameters<typeof AlertSettings>[0]> = {}) =>
  render(
    <>
      <AlertSettings community={community} canBeNotified isGuest={false} isSuspended={false} {...more} />
      <ToastRegion />
    </>,
  )
const value = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
const pressed = (name: string) => findNamed(name)?.getAttribute('aria-pressed')

test('turning on the selection of alerts opens the chooser, which finds templates by name', async () => {
  await renderSettings()
  await waitUntil(() => value() === 'none')
  await choose('selection')
  await waitUntil(() => document.querySelector('dialog input') !== null)
  expect(await findAxeViolations()).toEqual([])
  await typeInto('nothing of the kind', 'dialog input')
  await waitUntil(() => document.querySelector('dialog [role=status]') !== null)
  expect(document.querySelector('dialog [role=status]')?.textContent).toContain('nothing of the kind')
  await typeInto('echecs', 'dialog input')
  await waitUntil(() => document.querySelectorAll('dialog li').length === 1)
  await tap('Tell me of Échecs')
  await waitUntil(() => pressed('Tell me no more of Échecs') === 'true')
  await tap('Close')
  await waitUntil(() => document.querySelector('dialog') === null)
  expect(document.querySelector('ul')?.textContent).toContain('Échecs')
  expect(bodies).toEqual([{ templatesIds: ['chess'] }])
})

test('the selection of alerts is preserved while alerts are on for all posts, and clearing the selection can be undone', async () => {
  chosen = ['chess']
  status = 'selection'
  await renderSettings()
  await waitUntil(() => value() === 'selection')
  await choose('all')
  await waitUntil(() => value() === 'all')
  expect(document.querySelector('ul')?.textContent).toContain('Échecs')
  expect(findNamed('Add')).toBeUndefined()
  expect(calls).toContain('POST /templates/alerts-status')
  await choose('selection')
  await waitUntil(() => value() === 'selection')
  await choose('none')
  await waitUntil(() => value() === 'none')
  expect(calls).toContain('DELETE /templates/alert/chess')
  await press('Undo')
  await waitUntil(() => value() === 'selection')
  await expectText('Échecs')
  await tap('Échecs: tell me no more')
  await waitUntil(() => document.querySelectorAll('ul button[aria-label]').length === 0)
  expect(value()).toBe('selection')
})

test('the alert settings offer a retry when loading failed', async () => {
  stub(listAlerts, () => refusal('unexpectederror'))
  await renderSettings()
  await expectText('Your alerts did not load')
  stub(listAlerts, () => chosen)
  await press('Try again')
  await waitUntil(() => value() === 'none')
  expect(value()).toBe('none')
})

test('when the server refuses a choice of alerts, the former choice is shown again with a message', async () => {
  await renderSettings()
  await waitUntil(() => value() === 'none')
  stub(alertOfAllPosts, () => refusal('toomanyrequests'))
  await choose('all')
  await waitUntil(() => document.querySelector('[role=alert]')?.textContent !== '')
  expect(value()).toBe('none')
})

test('the alert settings explain to a guest how to get alerts, and send no request', async () => {
  await renderSettings({ canBeNotified: false, isGuest: true })
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/les-tilleuls/connexion')
  expect(value()).toBeUndefined()
  expect(calls).toEqual([])
})

test('the chooser shows a template as chosen and locked when its category is chosen', async () => {
  await render(<AlertChooser onClose={() => {}} />)
  await waitUntil(() => document.querySelector('section button:not([disabled])') !== null)
  await tap('Tell me of Games')
  await waitUntil(() => pressed('Tell me no more of Games') === 'true')
  const bells = [...document.querySelectorAll<HTMLButtonElement>('li button')]
  expect(bells.map(one => [one.ariaPressed ?? one.getAttribute('aria-pressed'), one.disabled])).toEqual([
    ['true', true],
    ['true', true],
  ])
  expect(bodies).toEqual([{ templatesIds: ['games'] }])
})
