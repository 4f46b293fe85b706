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

export interface ZoomFrom {
  name: string
  photoUri: string | null
  /** How long ago the picture was posted, as text. */
  detail: string
  text: string | null
}

export interface ZoomViewProps {
  /** A media uri; null when the URL names no picture of ours. */
  uri: string | null
  alt: string | null
  /** Title of anything but an ordinary photo. */
  title?: string
  /** The post of the picture; unknown when the picture was opened directly. */
  from?: ZoomFrom
  onLeave: () => void
}

/** One picture in full screen, to zoom into. A tap hides everything else, dragging it down closes it. */
export const ZoomView = (props: ZoomViewProps) => {
  const [attempt, setAttempt] = useState(0)
  return <Zoom key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

const Zoom = ({ uri, alt, title, from, onLeave, onRetry }: ZoomViewProps & { onRetry: () => void }) => {
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
      {from && !failure && <Caption {...from} />}
    </main>
  )
}

/** How much smaller a photo gets while it is dragged away. */
const SHRINK = 0.4

const Caption = ({ name, photoUri, detail, text }: ZoomFrom) => (
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
