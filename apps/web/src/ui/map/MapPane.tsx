import { useEffect, useState, type ComponentType } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '../Button.tsx'
import type { PlaceMapProps } from './PlaceMap.tsx'
import css from './MapPane.module.css'

export interface MapPaneProps extends PlaceMapProps {
  /** No list stands beside it with the same places. */
  alone?: boolean
}

/** A map whose code is fetched once it is drawn: until then its ground stands there. */
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
