import { useEffect, useState, type ComponentType } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '../Button.tsx'
import type { PlaceMapProps } from './PlaceMap.tsx'
import css from './MapPane.module.css'

export interface MapPaneProps extends PlaceMapProps {
  /** There is no list of the same places beside it. */
  alone?: boolean
}

/** A lazily loaded map; an empty ground until then. */
export const MapPane = ({ alone = false, ...props }: MapPaneProps) => {
  const { t } = useText()
  const [Map, setMap] = useState<ComponentType<PlaceMapProps> | null>(null)
  const [lost, setLost] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const tryAgain = () => {
    setLost(false)
    setAttempt(attempt + 1)
  }

  useEffect(() => {
    let left = false
    import('./PlaceMap.tsx').then(
      ({ PlaceMap }) => !left && setMap(() => PlaceMap),
      () => !left && setLost(true),
    )
    return () => {
      left = true
    }
  }, [attempt])

  if (Map) return <Map {...props} />
  return (
    <div className={css.pane} aria-busy={!lost}>
      {lost && (
        <>
          <p>{t(alone ? 'map.lost.alone' : 'map.lost')}</p>
          <Button icon="rotate-cw" onClick={tryAgain}>
            {t('common.retry')}
          </Button>
        </>
      )}
    </div>
  )
}
