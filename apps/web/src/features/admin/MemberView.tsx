import type { Letter, MemberFile } from '@parvis/contract/admin.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '#web/kernel/http/api.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { useSecondFactorReset, usePasswordLink, usePrintedCode, type Desk } from './admin.mutations.ts'
import { deskQuery, memberQuery } from './admin.queries.ts'
import { LetterDialog } from './components/LetterDialog.tsx'
import { MemberAccess } from './components/MemberAccess.tsx'
import { MemberBirthdate } from './components/MemberBirthdate.tsx'
import { MemberRole } from './components/MemberRole.tsx'
import { Stays } from './components/Stays.tsx'
import { fullName, fullHome } from './member-text.ts'
import desk from './DeskView.module.css'
import css from './MemberView.module.css'
import type { DeskCommunity } from './desk-community.ts'

export interface MemberViewProps {
  community: DeskCommunity
  /** Id of the viewer. */
  viewerId: string
  memberId: string
  renderProofPrompt: RenderProofPrompt
  /** Called after viewers have changed their own role, because the new role may not allow this screen. */
  onOwnRoleChanged: () => void
}

/** One member as the team sees them: role, enabled or disabled account, address, stays, account recovery. */
export const MemberView = ({ community, viewerId, memberId, renderProofPrompt, onOwnRoleChanged }: MemberViewProps) => {
  const { t } = useText()
  const query = useQuery(memberQuery(community._id, memberId))
  const deskResult = useQuery(deskQuery(community._id))
  const state = viewStateOf(query)
  const back = { to: '/$c/gestion', params: { c: community.customUri } } as const
  const { data: member } = query
  return (
    <>
      <TopBar title={t('admin.member')} backTarget={back} />
      <Main>
        {state === 'waiting' && <SkeletonCard photo={false} />}
        {state === 'failed' && !isNotFound(query.error) && <LoadError query={query} title={t('admin.member.failed')} />}
        {isNotFound(query.error) ? (
          <Card>
            <EmptyState
              picture="door"
              title={t('admin.member.gone')}
              text={t('admin.member.gone.text')}
              action={<ButtonLink {...back}>{t('admin.member.all')}</ButtonLink>}
            />
          </Card>
        ) : (
          <>
            {state === 'stale' && <LastUpdated query={query} />}
            {member && (
              <MemberSheet
                community={community}
                member={member}
                desk={deskResult.data ?? { roles: [], stays: false }}
                isSelf={member._id === viewerId}
                renderProofPrompt={renderProofPrompt}
                onOwnRoleChanged={onOwnRoleChanged}
              />
            )}
          </>
        )}
      </Main>
    </>
  )
}

interface MemberSheetProps extends Pick<MemberViewProps, 'community' | 'renderProofPrompt' | 'onOwnRoleChanged'> {
  member: MemberFile
  desk: Pick<Desk, 'roles' | 'stays'>
  isSelf: boolean
}

const MemberSheet = ({
  community,
  member,
  desk: { roles, stays },
  isSelf,
  renderProofPrompt,
  onOwnRoleChanged,
}: MemberSheetProps) => {
  const { t } = useText()
  const { dateUnlessToday: otherDay } = useFormat()
  const name = fullName(member)
  const since = otherDay(member.since)
  return (
    <div className={desk.container}>
      <div className={desk.desk}>
        <Card as="section" aria-labelledby="person" className={classNames(css.person, desk.full)}>
          <Avatar name={name} photoUri={member.photoUri} size="l" />
          <div>
            <h2 id="person">{name}</h2>
            <p className={typography.muted}>
              {[
                name !== member.pseudo && member.pseudo,
                since ? t('admin.member.since', { when: since }) : t('admin.member.sincetoday'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {member.disabled && <Badge kind="danger">{t('admin.members.disabled')}</Badge>}
        </Card>
        <div className={desk.side}>
          <MemberRole
            communityId={community._id}
            member={member}
            roles={roles}
            isSelf={isSelf}
            renderProofPrompt={renderProofPrompt}
            onOwnRoleChanged={onOwnRoleChanged}
          />
          {(stays || member.stays.length > 0) && <Stays community={community} member={member} />}
        </div>
        <div className={desk.side}>
          <MemberAccess communityId={community._id} member={member} isSelf={isSelf} />
          <MemberFacts member={member} />
          {member.abilities.changeBirthdate && <MemberBirthdate communityId={community._id} member={member} />}
          <MemberActions community={community} member={member} renderProofPrompt={renderProofPrompt} />
        </div>
      </div>
    </div>
  )
}

const MemberFacts = ({ member }: { member: MemberFile }) => {
  const { t } = useText()
  const { ago } = useFormat()
  const town = [member.zipCode, member.city].filter(Boolean).join(' ')
  const where = [member.address, town, fullHome(t, member)].filter(Boolean).join(', ')
  return (
    <Card as="section" aria-labelledby="home" className={desk.body}>
      <h2 id="home" className={desk.title}>
        {t('admin.member.facts')}
      </h2>
      <ul className={css.facts}>
        <li>
          <Icon name="map-pin" size="s" />
          <span>{where || t('admin.member.nohome')}</span>
        </li>
        <li>
          <Icon name="mail" size="s" />
          <span>{member.email ?? t('admin.member.nomail')}</span>
        </li>
        <li>
          <Icon name="clock" size="s" />
          <span>
            {member.lastSeen ? t('admin.member.seen', { when: ago(member.lastSeen) }) : t('admin.member.neverseen')}
          </span>
        </li>
      </ul>
    </Card>
  )
}

const MemberActions = ({
  community,
  member,
  renderProofPrompt,
}: {
  community: DeskCommunity
  member: MemberFile
  renderProofPrompt: RenderProofPrompt
}) => {
  const { t } = useText()
  const reset = usePasswordLink()
  const code = usePrintedCode(community._id)
  const [letter, setLetter] = useState<Letter | null>(null)
  const [isConfirmingReset, setIsConfirmingReset] = useState(false)
  /** Whether the viewer is being asked for their password, required to print a letter for a team role. */
  const [isProofPromptOpen, setIsProofPromptOpen] = useState(false)
  const factor = useSecondFactorReset(community._id)
  const { sendReset, printCode, resetSecondFactor } = member.abilities
  const print = () => {
    if (!code.isPending) code.mutate(member._id, { onSuccess: setLetter })
  }
  return (
    <>
      {(sendReset || printCode || resetSecondFactor) && (
        <Card as="section" aria-label={t('admin.member.acts')} className={css.acts}>
          {sendReset && (
            <button
              type="button"
              aria-busy={reset.isPending || undefined}
              onClick={() => reset.isPending || reset.mutate(member)}
            >
              <Icon name="key-round" />
              <span>{t('admin.member.reset')}</span>
            </button>
          )}
          {printCode && (
            <button
              type="button"
              aria-busy={code.isPending || undefined}
              onClick={() => (isStaff(member.role) ? setIsProofPromptOpen(true) : print())}
            >
              <Icon name="ticket" />
              <span>{t('admin.member.code')}</span>
            </button>
          )}
          {resetSecondFactor && (
            <button type="button" aria-busy={factor.isPending || undefined} onClick={() => setIsConfirmingReset(true)}>
              <Icon name="shield-off" />
              <span>{t('admin.member.factor')}</span>
            </button>
          )}
        </Card>
      )}
      {isConfirmingReset && (
        <ConfirmDialog
          title={t('admin.member.factor.title', { name: fullName(member) })}
          text={t('admin.member.factor.text')}
          confirmLabel={t('admin.member.factor.yes')}
          icon="shield-off"
          onConfirm={() => {
            setIsConfirmingReset(false)
            if (!factor.isPending) factor.mutate(member)
          }}
          onClose={() => setIsConfirmingReset(false)}
        />
      )}
      {isProofPromptOpen &&
        renderProofPrompt({
          title: t('admin.letter.ask'),
          action: t('admin.invite.make'),
          icon: 'printer',
          onIdentityProved: async () => print(),
          onClose: () => setIsProofPromptOpen(false),
        })}
      {letter && (
        <LetterDialog
          letter={{ ...letter, home: fullHome(t, member) }}
          community={community}
          onClose={() => setLetter(null)}
        />
      )}
    </>
  )
}
