import { useRef, useState, type CSSProperties } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { whyMissing } from './missing-picture.ts'
import { useZoom } from './use-zoom.ts'
import css from './ZoomView.module.css'

export interface ZoomFrom {
  name: string
  photoUri: string | null
  /** How long ago, as text. */
  detail: string
  words: string | null
}

export interface ZoomViewProps {
  /** A media uri; null when the URL names no picture of ours. */
  uri: string | null
  alt: string | null
  /** Title of anything but an ordinary photo. */
  title?: string
  /** The post it belongs to; unknown when the picture was opened directly. */
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
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'waiting' | 'shown' | 'gone' | 'lost'>(uri === null ? 'gone' : 'waiting')
  const [bare, setBare] = useState(false)
  const { look, pull, held, zoomIn, zoomOut, gestures } = useZoom(stage, picture, {
    onLeave,
    onTap: () => setBare(now => !now),
  })
  const trouble = {
    gone: <Empty picture="search" level={2} title={t('media.zoom.gone.title')} text={t('media.zoom.gone.text')} />,
    lost: (
      <Empty
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
      data-bare={(bare && !trouble) || undefined}
      data-pulled={pull.share > 0 || undefined}
      style={{ '--pull': pull.share } as CSSProperties}
    >
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onLeave} />
        <h1>{name}</h1>
        {!trouble && (
          <>
            <IconButton icon="minus" label={t('media.zoom.out')} onClick={zoomOut} />
            <IconButton icon="plus" label={t('media.zoom.in')} onClick={zoomIn} />
          </>
        )}
      </header>
      {trouble ? (
        <div className={css.trouble}>{trouble}</div>
      ) : (
        <div
          ref={stage}
          className={css.stage}
          title={t('media.zoom.hint')}
          data-scale={look.scale.toFixed(2)}
          data-held={held || undefined}
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
            onError={() => void whyMissing(`${uri}/full`).then(setState)}
            style={{
              transform: `translate(${look.x}px, ${look.y + pull.y}px) scale(${look.scale * (1 - pull.share * SHRINK)})`,
            }}
          />
        </div>
      )}
      {from && !trouble && <Words {...from} />}
    </main>
  )
}

/** How much smaller a photo gets while it is dragged away. */
const SHRINK = 0.4

const Words = ({ name, photoUri, detail, words }: ZoomFrom) => (
  <footer className={css.words}>
    <div className={css.who}>
      <Avatar name={name} photoUri={photoUri} size="m" />
      <span>
        <b dir="auto">{name}</b>
        <small>{detail}</small>
      </span>
    </div>
    {words && <p dir="auto">{words}</p>}
  </footer>
)
