import type { Community } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Row } from '#web/ui/Row.tsx'
import { titleOf } from '../deal-facts.ts'
import { DealCard } from './DealCard.tsx'
import css from './ReviewDeal.module.css'

export interface ReviewDealProps {
  deal: Deal
  community: Pick<Community, 'customUri' | 'loc'>
  /** Says what has changed since the dialog was opened. */
  changeNotice: string | null
  busy: boolean
  /** Undefined once another team member has decided on the deal. */
  onApprove: (() => void) | undefined
  onRefuse: () => void
  onClose: () => void
}

/** Dialog with the preview of a pending deal, to approve or refuse it. */
export const ReviewDeal = ({ deal, community, changeNotice, busy, onApprove, onRefuse, onClose }: ReviewDealProps) => {
  const { t, language } = useText()
  return (
    <Dialog title={titleOf(language, deal)} onClose={onClose}>
      <div className={css.look}>
        {changeNotice && <Notice>{changeNotice}</Notice>}
        <div inert>
          <DealCard deal={deal} community={community} />
        </div>
        <Row align="end">
          <ButtonLink kind="quiet" to="/$c/annonce" params={{ c: community.customUri }} search={{ id: deal._id }}>
            {t('dealwriting.act.open')}
          </ButtonLink>
          {onApprove ? (
            <>
              <Button onClick={onRefuse}>{t('dealwriting.waiting.refuse')}</Button>
              <Button kind="primary" icon="check" busy={busy} onClick={onApprove}>
                {t('dealwriting.waiting.approve')}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t('common.close')}</Button>
          )}
        </Row>
      </div>
    </Dialog>
  )
}
