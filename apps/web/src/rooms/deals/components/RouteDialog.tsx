import type { Point } from '@parvis/contract/community.ts'
import { routeHref } from '#web/kernel/share/route-href.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './RouteDialog.module.css'

export interface RouteDialogProps {
  /** Whom the route leads to. */
  name: string
  address: string | null
  loc: Point
  /** The way is asked for. */
  onStart?: () => void
  onClose: () => void
}

/** Which app shows the way. */
export const RouteDialog = ({ name, address, loc, onStart, onClose }: RouteDialogProps) => {
  const { t } = useText()
  return (
    <Dialog title={t('deals.route')} size="s" crossless onClose={onClose}>
      <div className={css.to}>
        <Icon name="navigation" size="l" />
        <div>
          <p>{t('deals.route.text', { name })}</p>
          {address && <p className={typography.meta}>{address}</p>}
        </div>
      </div>
      <div className={css.choices}>
        <ButtonAnchor
          kind="primary"
          icon="map-pin"
          wide
          href={routeHref(loc)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => {
            onStart?.()
            onClose()
          }}
        >
          {t('deals.route.maps')}
        </ButtonAnchor>
        <Button wide onClick={onClose}>
          {t('deals.route.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
