import type { FeedPost } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PostVideo } from './components/PostVideo.tsx'
import css from './VideoView.module.css'

export interface VideoViewProps {
  /** Null when the address names no video. */
  videoId: string | null
  /** The post that it was opened from, if loaded. */
  post: FeedPost | undefined
  /** Whether the tap that opened this screen already consented to load the player. */
  tapped: boolean
  onLeave: () => void
}

/** One video on a screen of its own. No request goes to the video host before the tap. */
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
