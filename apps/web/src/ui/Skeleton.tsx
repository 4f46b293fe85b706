import { useText } from '#web/kernel/text/i18n.ts'
import css from './Skeleton.module.css'

export interface SkeletonProps {
  shape?: 'line' | 'title' | 'disc' | 'chip' | 'photo' | 'tile'
  /** The width of the line in percent of its container. */
  width?: number
}

export const Skeleton = ({ shape = 'line', width }: SkeletonProps) => (
  <i className={css.skeleton} data-shape={shape} style={width ? { inlineSize: `${width}%` } : undefined} />
)

/** The skeleton of a post. Only the first of several announces that content is loading: make the others `silent`. */
export const SkeletonCard = ({ silent = false, photo = true }: { silent?: boolean; photo?: boolean }) => {
  const { t } = useText()
  return (
    <div
      className={css.card}
      role={silent ? undefined : 'status'}
      aria-hidden={silent || undefined}
      aria-label={silent ? undefined : t('common.loading')}
    >
      <div className={css.head}>
        <Skeleton shape="disc" />
        <div>
          <Skeleton width={46} />
          <Skeleton width={28} />
        </div>
      </div>
      <Skeleton shape="title" width={72} />
      <Skeleton />
      <Skeleton width={88} />
      {photo && (
        <div className={css.photo}>
          <Skeleton shape="photo" />
        </div>
      )}
      <div className={css.foot}>
        <Skeleton shape="chip" />
      </div>
    </div>
  )
}
