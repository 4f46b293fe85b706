import { useRef, useState, type CSSProperties } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { findMissingReason } from './missing-picture.ts'
import { useZoom } from './use-zoom.ts'
import css from './ZoomView.module.css'

export interface PictureSource {
  name: string
  photoUri: string | null
  /** Line below the name: how long ago the post was published, or the category of the good deal. */
  detail: string
  text: string | null
}

export interface ZoomViewProps {
  /** Media URI of the picture; null when the URL of the screen names no picture of this installation. */
  uri: string | null
  alt: string | null
  /** Heading of the screen; absent for ordinary photos, which have a general heading. */
  title?: string
  /** The post or good deal that has the picture; unknown when the picture was opened directly. */
  source?: PictureSource
  onLeave: () => void
}

/**
 * One picture in full screen, which can be zoomed. A tap hides the controls and the caption; dragging the picture down
 * closes the screen.
 */
export const ZoomView = (props: ZoomViewProps) => {
  const [retryCount, setRetryCount] = useState(0)
  return <Zoom key={retryCount} {...props} onRetry={() => setRetryCount(retryCount + 1)} />
}

const Zoom = ({ uri, alt, title, source, onLeave, onRetry }: ZoomViewProps & { onRetry: () => void }) => {
  const { t } = useText()
  const name = title ?? t('media.zoom.title')
  const viewport = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'waiting' | 'shown' | 'gone' | 'lost'>(uri === null ? 'gone' : 'waiting')
  const [bare, setBare] = useState(false)
  const { transform, pull, isTouched, zoomIn, zoomOut, gestures } = useZoom(viewport, picture, {
    onLeave,
    onTap: () => setBare(now => !now),
  })
  const failure = {
    gone: <EmptyState picture="search" level={2} title={t('media.zoom.gone.title')} text={t('media.zoom.gone.text')} />,
    lost: (
      <EmptyState
        picture="offline"
        level={2}
        title={t('media.zoom.lost.title')}
        text={t('common.failed.offline')}
        action={
          <Button kind="primary" icon="rotate-cw" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      />
    ),
    waiting: null,
    shown: null,
  }[state]
  return (
    <main
      className={css.screen}
      id="main"
      data-bare={(bare && !failure) || undefined}
      data-pulled={pull.share > 0 || undefined}
      style={{ '--pull': pull.share } as CSSProperties}
    >
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onLeave} />
        <h1>{name}</h1>
        {!failure && (
          <>
            <IconButton icon="minus" label={t('media.zoom.out')} onClick={zoomOut} />
            <IconButton icon="plus" label={t('media.zoom.in')} onClick={zoomIn} />
          </>
        )}
      </header>
      {failure ? (
        <div className={css.trouble}>{failure}</div>
      ) : (
        <div
          ref={viewport}
          className={css.stage}
          title={t('media.zoom.hint')}
          data-scale={transform.scale.toFixed(2)}
          data-held={isTouched || undefined}
          {...gestures}
        >
          {state === 'waiting' && (
            <SlowLoading>
              <span className={css.waiting} />
            </SlowLoading>
          )}
          <img
            ref={picture}
            src={`${uri}/full`}
            alt={alt ?? name}
            draggable={false}
            onLoad={() => setState('shown')}
            onError={() => void findMissingReason(`${uri}/full`).then(setState)}
            style={{
              transform: `translate(${transform.x}px, ${transform.y + pull.y}px) scale(${transform.scale * (1 - pull.share * SHRINK)})`,
            }}
          />
        </div>
      )}
      {source && !failure && <Caption {...source} />}
    </main>
  )
}

/** The share of its size by which a picture shrinks while it is dragged down the whole screen. */
const SHRINK = 0.4

const Caption = ({ name, photoUri, detail, text }: PictureSource) => (
  <footer className={css.words}>
    <div className={css.who}>
      <Avatar name={name} photoUri={photoUri} size="m" />
      <span>
        <b dir="auto">{name}</b>
        <small>{detail}</small>
      </span>
    </div>
    {text && <p dir="auto">{text}</p>}
  </footer>
)
