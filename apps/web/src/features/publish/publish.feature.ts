import type { FeedPost } from '@parvis/contract/feed.ts'
import { lazySender } from '#web/kernel/outbox/sender.ts'
import type { AppContext, OutboxKind, WebFeature } from '#web/ui/feature.ts'
import { refetchTemplates, subscribeToTemplates } from './templates.live.ts'
import { categoriesQuery, datesQuery, postPlacesQuery, timesQuery } from './templates.queries.ts'

export interface PublishListeners {
  /** Called with a post that the outbox has published. */
  onPublished: (app: AppContext, post: FeedPost) => void
  /** Called when the names of templates have changed. */
  onTemplatesChanged: (app: AppContext) => void
  /** Subscribes to changes of templates that other responses reveal. */
  watchTemplates: (listener: () => void) => void
}

const loadPendingPosts = () => import('./pending-posts.ts')
const refusalTexts = ['feed', 'publish', 'media'] as const

const postKind = ({ onPublished }: PublishListeners): OutboxKind<'post'> => ({
  kind: 'post',
  icon: 'newspaper',
  label: 'post',
  nameOf: ({ payload }, t) => t(`outbox.kind.post${payload.editedId ? '.changed' : ''}`),
  sender: app => lazySender(async () => (await loadPendingPosts()).postSender(post => onPublished(app, post))),
  sentText: 'outbox.sent.post',
  copyableTextOf: ({ payload: { draft } }) =>
    [draft.fr, draft.en]
      .flatMap(({ title, description, after = '' }) => [title, description, after].map(text => text.trim()))
      .filter(Boolean)
      .join('\n\n'),
  form: {
    target: ({ payload }, c) => ({
      to: '/$c/actualites/edition-publication',
      params: { c },
      search: { id: payload.editedId },
    }),
    restore: async item => (await loadPendingPosts()).restoreToForm(item),
  },
  goneTextOf: () => 'outbox.refused.gone.post',
  refusalTexts,
})

const publicationKind = ({ onPublished }: PublishListeners): OutboxKind<'publication'> => ({
  kind: 'publication',
  icon: 'sparkles',
  label: 'post',
  nameOf: (_, t) => t('outbox.kind.publication'),
  sender: app => lazySender(async () => (await loadPendingPosts()).publicationSender(post => onPublished(app, post))),
  sentText: 'outbox.sent.post',
  form: {
    target: ({ payload }, c) => ({
      to: '/$c/actualites/parametres-publication',
      params: { c },
      search: { templateId: payload.templateId, goodDealId: payload.dealId },
    }),
    restore: async item => (await loadPendingPosts()).restoreToForm(item),
  },
  refusalTexts,
  refusalReasonOf: ({ refused }, t) => (refused?.key === 'pastdate' ? t('outbox.refused.now') : null),
})

export const publish = (listeners: PublishListeners): WebFeature => ({
  outbox: [postKind(listeners), publicationKind(listeners)],
  live: app => {
    const { queryClient, live } = app
    subscribeToTemplates(queryClient, live, () => listeners.onTemplatesChanged(app))
    listeners.watchTemplates(() => refetchTemplates(queryClient))
  },
  loadRest: (queryClient, { communityId }) =>
    Promise.all([
      queryClient.query({ ...postPlacesQuery(communityId), staleTime: 'static' }),
      queryClient.query({ ...categoriesQuery(communityId), staleTime: 'static' }),
      queryClient.query({ ...datesQuery(communityId), staleTime: 'static' }),
      queryClient.query({ ...timesQuery(communityId), staleTime: 'static' }),
    ]),
})
