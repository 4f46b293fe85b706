import type { FeedPost } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PostVideo } from './components/PostVideo.tsx'
import css from './VideoView.module.css'

export interface VideoViewProps {
  /** Id of the video; null when the URL contains none. */
  videoId: string | null
  /** The post from which the video was opened, if it is loaded. */
  post: FeedPost | undefined
  /** Whether the tap that opened this screen was already the consent to load the player. */
  tapped: boolean
  onLeave: () => void
}

/** Screen of one video. The video host gets no request before the viewer taps. */
export const VideoView = ({ videoId, post, tapped, onLeave }: VideoViewProps) => {
  const { t } = useText()
  return (
    <main className={css.screen} id="main">
      <header className={css.bar}>
        <IconButton icon="arrow-left" label={t('common.back')} onClick={onLeave} />
        <h1>{t('feed.video.title')}</h1>
      </header>
      {videoId ? (
        <div className={css.player}>
          <PostVideo
            videoId={videoId}
            title={post?.videoTitle ?? null}
            poster={post?.photo ?? null}
            standalone
            tapped={tapped}
          />
        </div>
      ) : (
        <EmptyState picture="search" level={2} title={t('feed.video.title')} text={t('feed.video.none')} />
      )}
    </main>
  )
}
