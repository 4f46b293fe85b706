import { textIn } from '@parvis/contract/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { titleOf } from '#web/features/deals/deal-facts.ts'
import { findDealOfPhoto } from '#web/features/deals/cached-deal.ts'
import { findPost } from '#web/features/feed/posts.store.ts'
import { findCachedPlan } from '#web/features/information/information.queries.ts'
import { isOurPicture } from '#web/features/media/our-picture.ts'
import { ZoomView } from '#web/features/media/ZoomView.tsx'
import { animateNextBack } from '#web/ui/photo-transition.ts'
import { useGoBack } from '#web/app/frame/use-go-back.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const joinTexts = (...words: (string | null)[]) => words.filter(Boolean).join('\n') || null

const Screen = () => {
  const { t, language } = useText()
  const { uri } = Route.useSearch()
  const queryClient = useQueryClient()
  const { ago } = useFormat()
  const post = findPost(queryClient, candidate => candidate.photo?.uri === uri)
  const deal = post ? undefined : findDealOfPhoto(queryClient, uri ?? '')
  const plan = post || deal ? undefined : findCachedPlan(queryClient, uri ?? '')
  const photo = (post ?? deal)?.photo ?? plan
  const title = plan && t('information.plan')
  const from = post
    ? {
        name: displayName(post.user),
        photoUri: post.user.photoUri,
        detail: ago(post.dateAdded),
        text: joinTexts(textIn(language, post.eventId, 'title'), textIn(language, post.eventId, 'description')),
      }
    : deal && {
        name: titleOf(language, deal),
        photoUri: null,
        detail: textIn(language, deal.category, 'name') ?? '',
        text: joinTexts(textIn(language, deal, 'promotion'), textIn(language, deal, 'description')),
      }
  const router = useRouter()
  const goBack = useGoBack()
  const closeWithTransition = () => {
    animateNextBack(router)
    goBack()
  }
  useTitle(title ?? t('media.zoom.title'))
  return (
    <ZoomView
      key={uri}
      uri={uri ?? null}
      title={title}
      alt={photo ? textIn(language, photo, 'alt') : null}
      source={from}
      onLeave={closeWithTransition}
    />
  )
}

export const Route = createFileRoute('/zoom-image')({
  validateSearch: ({ uri }: Record<string, unknown>): { uri?: string } => ({
    uri: isOurPicture(uri) ? uri : undefined,
  }),
  loader: () => loadTexts('media'),
  component: Screen,
})
