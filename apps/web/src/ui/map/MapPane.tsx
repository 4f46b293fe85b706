import { useEffect, useState, type ComponentType } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '../Button.tsx'
import type { PlaceMapProps } from './PlaceMap.tsx'
import css from './MapPane.module.css'

export interface MapPaneProps extends PlaceMapProps {
  /** True if there is no list of the same places beside the map. */
  standalone?: boolean
}

/** A lazily loaded map; an empty area until it has loaded, and a retry button if it cannot be loaded. */
export const MapPane = ({ standalone = false, ...props }: MapPaneProps) => {
  const { t } = useText()
  const [Map, setMap] = useState<ComponentType<PlaceMapProps> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [loadAttempt, setLoadAttempt] = useState(0)
  const retry = () => {
    setHasFailed(false)
    setLoadAttempt(loadAttempt + 1)
  }

  useEffect(() => {
    let isCancelled = false
    import('./PlaceMap.tsx').then(
      ({ PlaceMap }) => !isCancelled && setMap(() => PlaceMap),
      () => !isCancelled && setHasFailed(true),
    )
    return () => {
      isCancelled = true
    }
  }, [loadAttempt])

  if (Map) return <Map {...props} />
  return (
    <div className={css.pane} aria-busy={!hasFailed}>
      {hasFailed && (
        <>
          <p>{t(standalone ? 'map.lost.alone' : 'map.lost')}</p>
          <Button icon="rotate-cw" onClick={retry}>
            {t('common.retry')}
          </Button>
        </>
      )}
    </div>
  )
}
