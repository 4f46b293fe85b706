import type { FeedPost } from '@parvis/contract/feed.ts'
import { afterEach, beforeEach, vi } from 'vitest'
import { store } from '#web/kernel/device/stored.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { render, renderStandalone, waitUntil } from '#web/testing/render-standalone.tsx'
import { FrameContext } from '#web/ui/frame-context.ts'
import { PublishView, type PublishViewProps } from '../PublishView.tsx'

const community = {
  _id: 'home',
  customUri: 'les-tilleuls',
  name: 'Les Tilleuls',
  communitytype: 'Neighborhood',
  membersCount: 3,
  channels: [],
  timezone: 'Europe/Paris',
} as const
export const onPublished = vi.fn<(event: FeedPost, here: boolean) => void>()
export const onDeleted = vi.fn<() => void>()

export const open = async (overrides: Partial<PublishViewProps> = {}) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishView
        title="A post"
        community={community as unknown as PublishViewProps['community']}
        userId="me"
        me={{ lastBooking: null }}
        onDeleted={onDeleted}
        onPublished={onPublished}
        onLater={() => {}}
        onLeave={() => {}}
        {...overrides}
      />
    </FrameContext>,
  )
}
export const openForm = async (overrides?: Partial<PublishViewProps>) => {
  await open(overrides)
  await waitUntil(() => text() !== null)
}

export const text = () => document.querySelector('textarea')

/** Sets up a test file, once: loads the texts of the form, and forgets the drafts and toasts after each test. */
export const setUpPostForm = (): void => {
  renderStandalone('publish', 'media')
  beforeEach(() => {
    onPublished.mockReset()
    onDeleted.mockReset()
  })
  afterEach(() => {
    store('postdrafts', null)
    for (const { id } of shownToasts()) closeToast(id)
  })
}
