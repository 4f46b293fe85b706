import type { Invitation, Letter } from '@parvis/contract/admin.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { usePrintedCode, useInvitationWithdrawal, type Desk } from '../admin.mutations.ts'
import { invitationsQuery } from '../admin.queries.ts'
import { fullHome } from '../member-text.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { InviteForm } from './InviteForm.tsx'
import { LetterDialog } from './LetterDialog.tsx'
import desk from '../DeskView.module.css'
import css from './Invitations.module.css'
import type { DeskCommunity } from '../desk-community.ts'

export interface InvitationsProps {
  headingRef: RefObject<HTMLHeadingElement | null>
  community: DeskCommunity
  desk: Pick<Desk, 'roles' | 'stays'>
  renderProofPrompt: RenderProofPrompt
  isInviteFormOpen: boolean
  onInviteFormOpenChange: (isInviteFormOpen: boolean) => void
}

/** The letter that is open on the screen, with the building, floor and flat of its recipient. */
type OpenLetter = Letter & { home: string | null }

/** The invitations that have not been used yet, and the form that creates one. */
export const Invitations = ({
  headingRef,
  community,
  desk: { roles, stays },
  renderProofPrompt,
  isInviteFormOpen,
  onInviteFormOpenChange,
}: InvitationsProps) => {
  const { t } = useText()
  const query = useInfiniteQuery(invitationsQuery(community._id))
  const invitations = query.data?.pages.flatMap(({ docs }) => docs)
  const withdrawal = useInvitationWithdrawal(community._id)
  const code = usePrintedCode(community._id)
  const [invitationToWithdraw, setInvitationToWithdraw] = useState<Invitation | null>(null)
  /** The invitation to a team role whose letter is printed again once the password is confirmed. */
  const [invitationToReprint, setInvitationToReprint] = useState<Invitation | null>(null)
  const [letter, setLetter] = useState<OpenLetter | null>(null)
  // If only a further page failed to load, `LoadMore` below the list shows the error.
  const state = query.isFetchNextPageError ? 'content' : viewStateOf(query)
  const withdraw = ({ _id }: Invitation) => {
    setInvitationToWithdraw(null)
    headingRef.current?.focus({ preventScroll: true })
    withdrawal.mutate(_id)
  }
  const print = (invitation: Invitation) => {
    if (!code.isPending)
      code.mutate(invitation._id, {
        onSuccess: printedLetter => setLetter({ ...printedLetter, home: fullHome(t, invitation) }),
      })
  }
  return (
    <Card as="section" aria-labelledby="invitations">
      <div className={desk.head}>
        <h2 id="invitations" ref={headingRef} tabIndex={-1} className={desk.title}>
          {t('admin.invited')}
        </h2>
      </div>
      {state === 'waiting' && (
        <div className={css.none} role="status" aria-label={t('common.loading')}>
          <Skeleton width={72} />
        </div>
      )}
      {state === 'failed' && <LoadError query={query} title={t('admin.invited.failed')} />}
      {state === 'stale' && <LastUpdated query={query} />}
      {invitations?.length === 0 && <p className={css.none}>{t('admin.invited.none')}</p>}
      <ul className={desk.list}>
        {invitations?.map(invitation => (
          <InvitationRow
            key={invitation._id}
            invitation={invitation}
            onPrint={
              invitation.email
                ? undefined
                : () => (isStaff(invitation.role) ? setInvitationToReprint(invitation) : print(invitation))
            }
            onWithdraw={() => setInvitationToWithdraw(invitation)}
          />
        ))}
      </ul>
      <LoadMore query={query} label={t('admin.members.more')} />
      <div className={classNames(desk.line, desk.inset)}>
        <Collapsible
          icon="user-plus"
          label={t('admin.invite.somebody')}
          open={isInviteFormOpen}
          onToggle={onInviteFormOpenChange}
        >
          <InviteForm
            community={community}
            roles={roles}
            offersStays={stays}
            renderProofPrompt={renderProofPrompt}
            onInvited={({ invitation, letter: printedLetter }) => {
              onInviteFormOpenChange(false)
              headingRef.current?.focus({ preventScroll: true })
              if (printedLetter) setLetter({ ...printedLetter, home: fullHome(t, invitation) })
            }}
          />
        </Collapsible>
      </div>
      {invitationToWithdraw && (
        <ConfirmDialog
          title={t('admin.invited.withdraw.title')}
          text={t('admin.invited.withdraw.text', { whom: recipientLabel(t, invitationToWithdraw) })}
          confirmLabel={t('admin.invited.withdraw')}
          icon="trash"
          onConfirm={() => withdraw(invitationToWithdraw)}
          onClose={() => setInvitationToWithdraw(null)}
        />
      )}
      {invitationToReprint &&
        renderProofPrompt({
          title: t('admin.letter.ask'),
          action: t('admin.invite.make'),
          icon: 'printer',
          onIdentityProved: async () => print(invitationToReprint),
          onClose: () => setInvitationToReprint(null),
        })}
      {letter && <LetterDialog letter={letter} community={community} onClose={() => setLetter(null)} />}
    </Card>
  )
}

const recipientLabel = (t: ReturnType<typeof useText>['t'], invitation: Invitation): string =>
  invitation.email ?? fullHome(t, invitation) ?? t('admin.invited.letter')

interface InvitationRowProps {
  invitation: Invitation
  /** Prints a new letter; absent for an invitation by mail. */
  onPrint?: () => void
  onWithdraw: () => void
}

const InvitationRow = ({ invitation, onPrint, onWithdraw }: InvitationRowProps) => {
  const { t } = useText()
  const { ago, dateUnlessToday: otherDay } = useFormat()
  const now = useNow()
  const { email, date, expiresAt } = invitation
  const whom = recipientLabel(t, invitation)
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now
  return (
    <li className={css.row}>
      <Icon name={email ? 'mail' : 'ticket'} size="s" />
      <span className={css.words}>
        <b>{whom}</b>
        <small>{t(email ? 'admin.invited.sent' : 'admin.invited.printed', { when: ago(date) })}</small>
        {isExpired ? (
          <Badge kind="danger">{t('admin.invited.over')}</Badge>
        ) : (
          expiresAt && otherDay(expiresAt) === null && <Badge kind="attention">{t('admin.invited.today')}</Badge>
        )}
      </span>
      <span className={css.acts}>
        {onPrint && <IconButton icon="printer" label={t('admin.invited.again', { whom })} onClick={onPrint} />}
        <IconButton icon="x" label={t('admin.invited.withdraw.whom', { whom })} onClick={onWithdraw} />
      </span>
    </li>
  )
}
