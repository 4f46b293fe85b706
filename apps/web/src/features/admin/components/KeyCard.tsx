import { KEY_GRACE_DAYS, type RegisterKey } from '@parvis/contract/admin.ts'
import { MAX_KEY_LENGTH } from '@parvis/contract/session.ts'
import { checkNewKey } from '@parvis/contract/session-rules.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { useNewKey } from '../admin.mutations.ts'
import type { DeskCommunity } from '../DeskView.tsx'
import desk from '../DeskView.module.css'
import css from './KeyCard.module.css'

export interface KeyCardProps {
  community: Pick<DeskCommunity, '_id' | 'customUri' | 'communitytype' | 'needRegisterKey'>
  registerKey: RegisterKey
}

/** The registration key of a community. */
export const KeyCard = ({ community, registerKey: { key, since, cameIn, formerUntil } }: KeyCardProps) => {
  // Rendered rarely: memoisation would add more code than it saves.
  'use no memo'
  const { t } = useText()
  const { otherDay, time } = useFormat()
  const [changing, setChanging] = useState(false)
  /** People register by themselves only in a neighbourhood. */
  const byKey = community.communitytype === 'Neighborhood'
  const asksKey = key !== null || community.needRegisterKey
  const when = (iso: string) => otherDay(iso) ?? time(iso)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key ?? '')
      showToast({ text: t('admin.key.copied') })
    } catch {
      showToast({ kind: 'warning', text: t('admin.key.notcopied') })
    }
  }
  return (
    <Card as="section" aria-labelledby="key" className={desk.body}>
      <h2 id="key" className={desk.title}>
        {t('admin.key')}
      </h2>
      {key && byKey ? (
        <p className={css.key}>
          <b>{key}</b>
          <IconButton icon="copy" label={t('admin.key.copy')} onClick={() => void copy()} />
        </p>
      ) : (
        <p className={typography.muted}>
          {t(!byKey ? 'admin.key.invited' : community.needRegisterKey ? 'admin.key.unreadable' : 'admin.key.none')}
        </p>
      )}
      {key && byKey && since && (
        <p className={typography.meta}>{t('admin.key.camein', { count: cameIn, when: when(since) })}</p>
      )}
      {formerUntil && <Notice icon="clock">{t('admin.key.former', { when: when(formerUntil) })}</Notice>}
      {byKey && (
        <Fold
          icon="refresh-cw"
          label={t(asksKey ? 'admin.key.change' : 'admin.key.make')}
          open={changing}
          onOpen={setChanging}
        >
          <KeyForm communityId={community._id} first={!asksKey} onDone={() => setChanging(false)} />
        </Fold>
      )}
      <ButtonLink icon="printer" wide to="/$c/affiche" params={{ c: community.customUri }}>
        {t('admin.poster.door')}
      </ButtonLink>
    </Card>
  )
}

const KeyForm = ({ communityId, first, onDone }: { communityId: string; first: boolean; onDone: () => void }) => {
  const { t, explain } = useText()
  const change = useNewKey(communityId)
  const [old, setOld] = useState<'ends' | 'goeson'>('ends')
  const [whose, setWhose] = useState<'made' | 'own'>('made')
  const [own, setOwn] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [broken, setBroken] = useState<ApiError | null>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    setAttempt(attempt + 1)
    const found = whose === 'own' ? checkNewKey(own) : null
    setBroken(found && new ApiError(found.key, 400, found))
    if (found) return
    change.mutate(
      { ...(whose === 'own' && { key: own.trim() }), grace: !first && old === 'goeson' },
      { onSuccess: onDone },
    )
  }
  const { error } = change
  const ofKey = broken ?? (error instanceof ApiError && error.field === 'key' ? error : null)
  return (
    <form className={css.form} onSubmit={send} noValidate>
      <p className={typography.meta}>{t(first ? 'admin.key.first' : 'admin.key.consequence')}</p>
      {!first && (
        <RadioList
          label={t('admin.key.old')}
          options={[
            { value: 'ends', label: t('admin.key.old.ends') },
            {
              value: 'goeson',
              label: t('admin.key.old.goeson', { days: KEY_GRACE_DAYS }),
              detail: t('admin.key.old.goeson.detail'),
            },
          ]}
          value={old}
          onChange={setOld}
        />
      )}
      <RadioList
        label={t('admin.key.new')}
        options={[
          { value: 'made', label: t('admin.key.new.made') },
          { value: 'own', label: t('admin.key.new.own') },
        ]}
        value={whose}
        onChange={setWhose}
      />
      {whose === 'own' && (
        <Field
          name="key"
          label={t('admin.key.own')}
          value={own}
          onChange={setOwn}
          maxLength={MAX_KEY_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={ofKey && explain(ofKey)}
          attempt={attempt}
          hint={t('admin.key.own.hint')}
        />
      )}
      {error && error !== ofKey && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(error)}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={change.isPending}>
        {t(first ? 'admin.key.make' : 'admin.key.change')}
      </Button>
    </form>
  )
}
