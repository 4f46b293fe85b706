import { listLocations } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import {
  getTemplate,
  listTemplateDates,
  listTemplateTimes,
  publishTemplate,
  type Template,
} from '@parvis/contract/templates.ts'
import { act } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { store } from '#web/kernel/device/stored.ts'
import { render, renderStandalone, expectText, stub } from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { PublishTemplateView, type PublishTemplateViewProps } from '../PublishTemplateView.tsx'

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  communitytype: 'Neighborhood',
  membersCount: 3,
  timezone: 'Europe/Paris',
} as const
const me = { _id: 'me', communityId: 'home', lastBooking: null } as unknown as PublishTemplateViewProps['me']
export const english = (name: string) => ({ name, lang: { en: { name } } })
export const template = {
  _id: 't1',
  ...english('Kites'),
  title: 'Kites',
  description: 'Here we go.',
  postDescription: null,
  lang: { en: { name: 'Kites', title: 'Kites', description: 'Here we go.', postDescription: null } },
  photoUri: null,
  photo: null,
  youtubeVideoId: null,
  type: 'Activity',
  subtype: null,
  groupId: 'activity',
  categoryId: 'c1',
  channelId: 'ch',
  channels: [{ _id: 'ch', channeltype: 'CommunityEventChannel' }],
  picto: 'kite',
  hue: 'share',
  choices: [{ _id: 'outdoors', ...english('Outdoors') }],
  acceptNotif: false,
  abilities: { publish: true, edit: false, remove: false },
} as unknown as Template
const days = Array.from({ length: 14 }, (_, n) => `2031-06-${10 + n}`)
export const dates = [
  { _id: 'now', ...english('Now') },
  { _id: 'together', ...english('To be arranged') },
  ...days.map(day => ({ _id: day, ...english(`On ${day}`) })),
]
export const times = Array.from(
  { length: 48 },
  (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
).map(_id => ({ _id, ...english(_id) }))
export const event = { _id: 'p1', eventId: { choiceId: null } } as unknown as FeedPost

export const onPublished = vi.fn<(event: FeedPost, isMounted: boolean) => void>()
export const onLeave = vi.fn<() => void>()
export const onQueued = vi.fn<() => void>()
export const openTemplate = async (timezone = community.timezone as string) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishTemplateView
        community={{ ...community, timezone }}
        me={me}
        templateId="t1"
        back={{ to: '/tiles' } as never}
        renderPreview={({ eventId: { dateId, timeId, choiceId } }) => (
          <output>{JSON.stringify({ dateId, timeId, choiceId })}</output>
        )}
        onPublished={onPublished}
        onQueued={onQueued}
        onLeave={onLeave}
      />
    </FrameContext>,
  )
}
export const openForm = async () => {
  await openTemplate()
  await expectText('When?')
}
export const previewValues = () =>
  JSON.parse(document.querySelector('output')!.textContent) as Record<string, string | null>
export const chips = (label: string) => [...document.querySelectorAll(`[role=group][aria-label="${label}"] button`)]
export const pressChip = (label: string, n: number) => act(async () => (chips(label)[n] as HTMLElement).click())

/**
 * To be called once in a test file: loads the texts of the form. Before each test it stubs the server and stops the
 * clock on 10 June 2031.
 */
export const setUpTemplateForm = (): void => {
  renderStandalone('publish')
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-06-10T10:00:00Z') })
    for (const spy of [onPublished, onLeave, onQueued]) spy.mockReset()
    stub(getTemplate, template)
    stub(listTemplateDates, dates)
    stub(listTemplateTimes, times)
    stub(listLocations, [])
    stub(publishTemplate, event)
  })
  afterEach(() => {
    vi.useRealTimers()
    store('publications', null)
    for (const { id } of shownToasts()) closeToast(id)
  })
}
