import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { findPost } from '#web/features/feed/posts.store.ts'
import { VideoView } from '#web/features/feed/VideoView.tsx'
import { useGoBack } from '#web/app/frame/use-go-back.ts'
import { useTitle } from '#web/app/frame/screen.ts'

const Screen = () => {
  const { t } = useText()
  const { videoId } = Route.useSearch()
  const queryClient = useQueryClient()
  const post = findPost(queryClient, candidate => candidate.eventId.youtubeVideoId === videoId)
  const tapped = useLocation({ select: ({ state }) => state.tapped === true })
  useTitle(post?.videoTitle ?? t('feed.video.title'))
  return <VideoView videoId={videoId ?? null} post={videoId ? post : undefined} tapped={tapped} onLeave={useGoBack()} />
}

export const Route = createFileRoute('/youtube')({
  validateSearch: ({ videoId }: Record<string, unknown>): { videoId?: string } => ({
    videoId: typeof videoId === 'string' && /^[\w-]{11}$/.test(videoId) ? videoId : undefined,
  }),
  loader: () => loadTexts('feed'),
  component: Screen,
})
