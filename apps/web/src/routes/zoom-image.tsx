import { textIn } from '@parvis/contract/language.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/i18n.ts'
import { findWhere } from '#web/rooms/feed/feed.changes.ts'
import { isOurPicture } from '#web/rooms/media/our-picture.ts'
import { ZoomView } from '#web/rooms/media/ZoomView.tsx'
import { useLeave } from './-leave.ts'
import { useTitle } from './-title.ts'

const Screen = () => {
  const { t, language } = useText()
  const { uri } = Route.useSearch()
  const queryClient = useQueryClient()
  const photo = findWhere(queryClient, post => post.photo?.uri === uri)?.photo
  useTitle(t('media.zoom.title'))
  return <ZoomView key={uri} uri={uri ?? null} alt={photo ? textIn(language, photo, 'alt') : null} onLeave={useLeave()} />
}

export const Route = createFileRoute('/zoom-image')({
  validateSearch: ({ uri }: Record<string, unknown>): { uri?: string } => ({ uri: isOurPicture(uri) ? uri : undefined }),
  loader: () => loadTexts('media'),
  component: Screen,
})
