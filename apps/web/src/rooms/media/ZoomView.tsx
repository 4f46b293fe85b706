import { useRef, useState } from 'react'
import { useText } from '#web/kernel/i18n.ts'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useZoom } from './use-zoom.ts'
import css from './ZoomView.module.css'

export interface ZoomViewProps {
  /** A media uri; null when the address names none of ours. */
  uri: string | null
  alt: string | null
  onLeave: () => void
}

/** One picture, as large as the screen and closer. */
export const ZoomView = ({ uri, alt, onLeave }: ZoomViewProps) => {
  const { t } = useText()
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(uri === null)
  const { look, held, zoomIn, zoomOut, gestures } = useZoom(stage, picture, onLeave)
  return (
    <main className={css.screen} id="main">
      <header className={css.bar}>
        <IconButton icon="arrow-left" label={t('common.back')} onClick={onLeave} />
        <h1>{t('media.zoom.title')}</h1>
        {!failed && <><IconButton icon="minus" label={t('media.zoom.out')} onClick={zoomOut} /><IconButton icon="plus" label={t('media.zoom.in')} onClick={zoomIn} /></>}
      </header>
      {failed
        ? <Empty picture="search" level={2} title={t('media.zoom.gone.title')} text={t('media.zoom.gone.text')} />
        : (
          <div ref={stage} className={css.stage} title={t('media.zoom.hint')} data-scale={look.scale.toFixed(2)} data-held={held || undefined} {...gestures}>
            <img
              ref={picture} src={`${uri}/full`} alt={alt ?? t('media.zoom.title')} draggable={false} onError={() => setFailed(true)}
              style={{ transform: `translate(${look.x}px, ${look.y}px) scale(${look.scale})` }}
            />
          </div>
        )}
    </main>
  )
}
