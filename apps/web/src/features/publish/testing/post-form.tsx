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
export const onPublished = vi.fn<(event: FeedPost, isMounted: boolean) => void>()
export const onDeleted = vi.fn<() => void>()

export const openPublishView = async (overrides: Partial<PublishViewProps> = {}) => {
  await render(
    <FrameContext value={{ place: { name: 'Les Tilleuls', target: { to: '/' } } }}>
      <PublishView
        title="A post"
        community={community as unknown as PublishViewProps['community']}
        userId="me"
        me={{ lastBooking: null }}
        onDeleted={onDeleted}
        onPublished={onPublished}
        onQueued={() => {}}
        onLeave={() => {}}
        {...overrides}
      />
    </FrameContext>,
  )
}
export const openForm = async (overrides?: Partial<PublishViewProps>) => {
  await openPublishView(overrides)
  await waitUntil(() => textArea() !== null)
}

export const textArea = () => document.querySelector('textarea')

/**
 * To be called once in a test file: loads the texts of the form. After each test it deletes the drafts and closes the
 * toasts.
 */
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
