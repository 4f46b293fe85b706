import type { Media } from '@parvis/contract/entity.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import css from './VideoCard.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether a tap on the previous screen already started the video; not set when a shared URL was opened. */
    tapped?: boolean
  }
}

const RATIO = 16 / 9

/** A linked video with a poster from our server: the video host receives no request before a tap. */
export const VideoCard = ({
  videoId,
  title,
  poster,
}: {
  videoId: string
  title: string | null
  poster: Media | null
}) => {
  const { t } = useText()
  const name = title ?? t('messages.video')
  return (
    <Link
      className={css.video}
      to="/youtube"
      search={{ videoId }}
      state={{ tapped: true }}
      preload={false}
      aria-label={t('messages.video.play', { title: name })}
    >
      <span className={css.poster}>
        {poster ? <Photo media={poster} alt="" ratio={RATIO} sizes="17.5rem" /> : <span className={css.blank} />}
        <span className={css.play}>
          <Icon name="play" />
        </span>
      </span>
      <b dir="auto">{name}</b>
    </Link>
  )
}
