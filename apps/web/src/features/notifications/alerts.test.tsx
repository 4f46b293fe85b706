import {
  addAlerts,
  alertAll,
  alertSelection,
  type AlertStatus,
  getAlertStatus,
  listAlerts,
  removeAlert,
} from '@parvis/contract/notifications.ts'
import { listTemplateCategories, type TemplateCategory } from '@parvis/contract/templates.ts'
import { beforeEach, expect, test } from 'vitest'
import { ToastRegion } from '#web/ui/Toast.tsx'
import {
  barriers,
  bodies,
  calls,
  choose,
  draw,
  drawAlone,
  named,
  press,
  refusal,
  shows,
  stub,
  tap,
  until,
  write,
} from '#web/testing/draw-alone.tsx'
import { AlertSettings } from './AlertSettings.tsx'
import { AlertChooser } from './components/AlertChooser.tsx'

drawAlone('notifications')

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
/** The status as the server sends it. */
const answer = () => ({ ...(status && { status }) })
beforeEach(() => {
  chosen = []
  status = undefined
  stub(listTemplateCategories, [games])
  stub(listAlerts, () => chosen)
  stub(getAlertStatus, answer)
  stub(alertAll, () => {
    status = 'all'
    return answer()
  })
  stub(alertSelection, () => {
    status = chosen.length > 0 ? 'selection' : undefined
    return answer()
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

const settings = (more: Partial<Parameters<typeof AlertSettings>[0]> = {}) =>
  draw(
    <>
      <AlertSettings community={community} beTold isGuest={false} isSuspended={false} {...more} />
      <ToastRegion />
    </>,
  )
const value = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
const pressed = (name: string) => named(name)?.getAttribute('aria-pressed')

test('opens the chooser when a selection is turned on, and finds templates by name', async () => {
  await settings()
  await until(() => value() === 'none')
  await choose('selection')
  await until(() => document.querySelector('dialog input') !== null)
  expect(await barriers()).toEqual([])
  await write('nothing of the kind', 'dialog input')
  await until(() => document.querySelector('dialog [role=status]') !== null)
  expect(document.querySelector('dialog [role=status]')?.textContent).toContain('nothing of the kind')
  await write('echecs', 'dialog input')
  await until(() => document.querySelectorAll('dialog li').length === 1)
  await tap('Tell me of Échecs')
  await until(() => pressed('Tell me no more of Échecs') === 'true')
  await tap('Close')
  await until(() => document.querySelector('dialog') === null)
  expect(document.querySelector('ul')?.textContent).toContain('Échecs')
  expect(bodies).toEqual([{ templatesIds: ['chess'] }])
})

test('keeps the selection while every post notifies, and undoes its removal', async () => {
  chosen = ['chess']
  status = 'selection'
  await settings()
  await until(() => value() === 'selection')
  await choose('all')
  await until(() => value() === 'all')
  expect(document.querySelector('ul')?.textContent).toContain('Échecs')
  expect(named('Add')).toBeUndefined()
  expect(calls).toContain('POST /templates/alerts-status')
  await choose('selection')
  await until(() => value() === 'selection')
  await choose('none')
  await until(() => value() === 'none')
  expect(calls).toContain('DELETE /templates/alert/chess')
  await press('Undo')
  await until(() => value() === 'selection')
  await shows('Échecs')
  await tap('Échecs: tell me no more')
  await until(() => document.querySelectorAll('ul button[aria-label]').length === 0)
  expect(value()).toBe('selection')
})

test('offers a retry when loading failed', async () => {
  stub(listAlerts, () => refusal('unexpectederror'))
  await settings()
  await shows('Your alerts did not load')
  stub(listAlerts, () => chosen)
  await press('Try again')
  await until(() => value() === 'none')
  expect(value()).toBe('none')
})

test('restores a choice that the server refuses, and says so', async () => {
  await settings()
  await until(() => value() === 'none')
  stub(alertAll, () => refusal('toomanyrequests'))
  await choose('all')
  await until(() => document.querySelector('[role=alert]')?.textContent !== '')
  expect(value()).toBe('none')
})

test('tells a guest how to get alerts and requests none', async () => {
  await settings({ beTold: false, isGuest: true })
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/les-tilleuls/connexion')
  expect(value()).toBeUndefined()
  expect(calls).toEqual([])
})

test('shows a template as chosen with its category, and locks it', async () => {
  await draw(<AlertChooser onClose={() => {}} />)
  await until(() => document.querySelector('section button:not([disabled])') !== null)
  await tap('Tell me of Games')
  await until(() => pressed('Tell me no more of Games') === 'true')
  const bell = [...document.querySelectorAll<HTMLButtonElement>('li button')]
  expect(bell.map(one => [one.ariaPressed ?? one.getAttribute('aria-pressed'), one.disabled])).toEqual([
    ['true', true],
    ['true', true],
  ])
  expect(bodies).toEqual([{ templatesIds: ['games'] }])
})
