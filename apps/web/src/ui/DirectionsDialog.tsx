import type { Point } from '@parvis/contract/community.ts'
import { routeHref } from '#web/kernel/share/route-href.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { ButtonAnchor } from './ButtonLink.tsx'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { MapAppButtons } from './MapAppButtons.tsx'
import typography from './typography.module.css'
import css from './DirectionsDialog.module.css'

export interface DirectionsDialogProps {
  name: string
  address: string | null
  loc: Point
  onRouteStart?: () => void
  onClose: () => void
}

export const DirectionsDialog = ({ name, address, loc, onRouteStart, onClose }: DirectionsDialogProps) => {
  const { t } = useText()
  const onAppChosen = () => {
    onRouteStart?.()
    onClose()
  }
  return (
    <Dialog title={t('map.route')} size="s" hideClose onClose={onClose}>
      <div className={css.to}>
        <Icon name="navigation" size="l" />
        <div>
          <p>{t('map.route.to', { name })}</p>
          {address && <p className={typography.meta}>{address}</p>}
        </div>
      </div>
      <div className={css.choices}>
        {import.meta.env.VITE_SERVER ? (
          <MapAppButtons loc={loc} onRouteStart={onAppChosen} />
        ) : (
          <ButtonAnchor
            kind="primary"
            icon="map-pin"
            wide
            href={routeHref(loc)}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onAppChosen}
          >
            {t('map.route.maps')}
          </ButtonAnchor>
        )}
        <Button wide onClick={onClose}>
          {t('map.route.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
