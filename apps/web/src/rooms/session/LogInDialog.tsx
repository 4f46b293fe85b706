import type { CommunityType } from '@parvis/contract/community.ts'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { checkLogIn } from '@parvis/contract/session.ts'
import { useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { stored } from '#web/kernel/device/stored.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { GuestDoor } from './components/GuestDoor.tsx'
import { LeaveQuestion, SignedInElsewhere } from './components/Elsewhere.tsx'
import { wasGuestOf } from './device.ts'
import { isForStrangers, troubleOf, troubleOfRule, type LogInField, type Trouble } from './login-errors.ts'
import { useGuestEntry, useLogIn } from './session.mutations.ts'
import css from './LogInDialog.module.css'

export interface LogInDialogProps {
  community: {
    _id: string
    name: string
    logoUri: string | null
    communitytype: CommunityType
    needRegisterKey: boolean
    abilities: { register: boolean; enterAsGuest: boolean }
  }
  /** Why the session before came to its end, when it was not its owner's wish. */
  ended?: RevokedReason
  /** Who is signed in already: a guest of this community, or anybody of another one. */
  session: SessionUser | null
  onClose: () => void
  /** Who is signed in goes back to their own community, by its uri. */
  onStay: (home: string) => void
  onEntered: (user: SessionUser) => void
}

export const LogInDialog = ({ community, ended, session, onClose, onStay, onEntered }: LogInDialogProps) => {
  const { t, explain } = useText()
  const open = community.abilities.register
  const [email, setEmail] = useState(() => stored('emailOrPseudo') ?? '')
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** What is done once the reader has said to leave the other community. */
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  /** The community for which they said so: the next try there does not ask anew. */
  const [leavesFor, setLeavesFor] = useState<string | null>(null)
  const elsewhere = session && session.communityId !== community._id ? session : null
  const logIn = useLogIn(community._id)
  const guest = useGuestEntry(community._id)
  const needsKey = community.needRegisterKey && !wasGuestOf(community._id)

  const stumble = (found: Trouble) => {
    setTrouble(found)
    setAttempt(attempt + 1)
  }
  const hooks = { onSuccess: onEntered, onError: (error: unknown) => stumble(troubleOf(error)) }

  const enter = (go: () => void) => {
    setTrouble(null)
    if (elsewhere && leavesFor !== community._id) setAsked({ go })
    else go()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (logIn.isPending || guest.isPending) return
    const broken = checkLogIn({ email, password })
    if (broken) return stumble(troubleOfRule(broken))
    enter(() => logIn.mutate({ email: email.trim(), password }, hooks))
  }
  const visit = (key: string) => {
    if (logIn.isPending || guest.isPending) return
    // nobody is asked to leave for what cannot succeed
    if (elsewhere && needsKey && !key) return stumble(troubleOfRule({ key: 'missingkey', field: 'registerkey' }))
    enter(() => guest.mutate(key, hooks))
  }
  const errorOf = (field: LogInField) =>
    trouble?.place === 'field' && trouble.field === field ? explain(trouble.error) : null

  return (
    <>
      <Dialog
        title={community.name}
        over={t('session.login.to')}
        onClose={onClose}
        addressed
        size="l"
        picture={<Avatar name={community.name} photoUri={community.logoUri} shape="place" />}
      >
        {!open && (
          <Notice kind="calm" icon="info">
            {t('common.invited', { type: community.communitytype })}
          </Notice>
        )}
        {trouble?.place === 'form' && (
          <Notice
            key={attempt}
            kind={trouble.tone === 'info' ? 'calm' : 'danger'}
            icon={trouble.tone === 'info' ? 'info' : 'circle-alert'}
          >
            {!open && isForStrangers(trouble.error) ? t(`session.login.${trouble.error.key}`) : explain(trouble.error)}
          </Notice>
        )}
        {elsewhere && <SignedInElsewhere session={elsewhere} community={community} onStay={onStay} />}
        {ended && !trouble && (
          <Notice kind="calm" icon="info">
            {t(`session.ended.${ended}`)}
          </Notice>
        )}
        <form className={css.form} onSubmit={submit} noValidate>
          <Field
            label={t('session.login.email')}
            name="username"
            icon="user"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
            value={email}
            onChange={setEmail}
            error={errorOf('email')}
            attempt={attempt}
            autoFocus={!email}
          />
          <Field
            label={t('session.login.password')}
            name="password"
            type="password"
            icon="lock"
            autoComplete="current-password"
            enterKeyHint="go"
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
            attempt={attempt}
            autoFocus={Boolean(email)}
          />
          <Button type="submit" kind="primary" wide busy={logIn.isPending}>
            {t('session.login.submit')}
          </Button>
        </form>
        {community.abilities.enterAsGuest && (elsewhere || !session) && (
          <GuestDoor
            needsKey={needsKey}
            error={errorOf('registerkey')}
            attempt={attempt}
            busy={guest.isPending}
            onEnter={visit}
          />
        )}
      </Dialog>
      {asked && elsewhere && (
        <LeaveQuestion
          session={elsewhere}
          to={community.name}
          onCancel={() => setAsked(null)}
          onLeave={() => {
            setAsked(null)
            setLeavesFor(community._id)
            asked.go()
          }}
        />
      )}
    </>
  )
}
