import type { Media } from '@parvis/contract/entity.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import css from './PostVideo.module.css'

const RATIO = 16 / 9

export interface PostVideoProps {
  videoId: string
  title: string | null
  poster?: Media | null
  /** Whether a line replaces the poster, for a video below a photo. */
  slim?: boolean
  /** Whether the video is on its own screen, without a link to that screen. */
  standalone?: boolean
  /** Whether a tap on the previous screen was already the consent to play. */
  tapped?: boolean
}

/** A video with a poster from our server: the video host learns nothing about viewers who scroll past. */
export const PostVideo = ({
  videoId,
  title,
  poster,
  slim = false,
  standalone = false,
  tapped = false,
}: PostVideoProps) => {
  const { t } = useText()
  /**
   * Undefined before a tap; false after a tap while offline, because the iframe would show the error page of the
   * browser.
   */
  const [playing, setPlaying] = useState(tapped ? navigator.onLine : undefined)
  const name = title ?? t('feed.video.untitled')
  return (
    <div>
      {playing ? (
        <iframe
          className={css.player}
          title={name}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the player needs its own origin, and ours is another
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(videoId)}?autoplay=1`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        />
      ) : (
        <button
          type="button"
          className={css.poster}
          aria-label={t('feed.video.play', { title: name })}
          onClick={() => setPlaying(navigator.onLine)}
        >
          {poster ? (
            <Photo media={poster} alt="" ratio={RATIO} eager />
          ) : (
            <span className={css.blank} data-slim={slim || undefined} />
          )}
          <span className={css.play}>
            <span>
              <Icon name="play" />
            </span>
          </span>
        </button>
      )}
      <div className={css.line}>
        {playing === false && (
          <p role="alert" className={css.trouble}>
            {t('errors.networkerror')}
          </p>
        )}
        {standalone ? (
          <b>{name}</b>
        ) : (
          <Link
            className={css.screen}
            to="/youtube"
            search={{ videoId }}
            preload={false}
            aria-label={t('feed.video.screen', { title: name })}
          >
            <b>{name}</b>
            <Icon name="maximize-2" size="s" />
          </Link>
        )}
      </div>
    </div>
  )
}
