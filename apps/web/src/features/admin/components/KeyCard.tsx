import { KEY_GRACE_DAYS, type RegisterKey } from '@parvis/contract/admin.ts'
import { MAX_REGISTER_KEY_LENGTH } from '@parvis/contract/entry.ts'
import { validateNewKey } from '@parvis/contract/entry-rules.ts'
import { useState } from 'react'
import { copyText } from '#web/kernel/share/share.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { Form } from '#web/ui/Form.tsx'
import { useKeyRotation } from '../admin.mutations.ts'
import desk from '../DeskView.module.css'
import css from './KeyCard.module.css'
import type { DeskCommunity } from '../desk-community.ts'

export interface KeyCardProps {
  community: Pick<DeskCommunity, '_id' | 'customUri' | 'communitytype' | 'needRegisterKey'>
  registerKey: RegisterKey
}

/** The registration key of a community, and the form that changes it. */
export const KeyCard = ({ community, registerKey: { key, since, cameIn, formerUntil } }: KeyCardProps) => {
  // Opts out of the React Compiler: the card is rendered rarely, and memoisation would only add code.
  'use no memo'
  const { t } = useText()
  const { dateUnlessToday: otherDay, time } = useFormat()
  const [isFormOpen, setIsFormOpen] = useState(false)
  /** In communities of all other types, people join by invitation only. */
  const allowsRegistration = community.communitytype === 'Neighborhood'
  const hasKey = key !== null || community.needRegisterKey
  const when = (iso: string) => otherDay(iso) ?? time(iso)
  const copy = async () => {
    const copied = await copyText(key ?? '')
    showToast(copied ? { text: t('admin.key.copied') } : { kind: 'warning', text: t('admin.key.notcopied') })
  }
  return (
    <Card as="section" aria-labelledby="key" className={desk.body}>
      <h2 id="key" className={desk.title}>
        {t('admin.key')}
      </h2>
      {key && allowsRegistration ? (
        <p className={css.key}>
          <b>{key}</b>
          <IconButton icon="copy" label={t('admin.key.copy')} onClick={() => void copy()} />
        </p>
      ) : (
        <p className={typography.muted}>
          {t(
            !allowsRegistration
              ? 'admin.key.invited'
              : community.needRegisterKey
                ? 'admin.key.unreadable'
                : 'admin.key.none',
          )}
        </p>
      )}
      {key && allowsRegistration && since && (
        <p className={typography.meta}>{t('admin.key.camein', { count: cameIn, when: when(since) })}</p>
      )}
      {formerUntil && <Notice icon="clock">{t('admin.key.former', { when: when(formerUntil) })}</Notice>}
      {allowsRegistration && (
        <Collapsible
          icon="refresh-cw"
          label={t(hasKey ? 'admin.key.change' : 'admin.key.make')}
          open={isFormOpen}
          onToggle={setIsFormOpen}
        >
          <KeyForm communityId={community._id} isFirstKey={!hasKey} onDone={() => setIsFormOpen(false)} />
        </Collapsible>
      )}
      <ButtonLink icon="printer" wide to="/$c/affiche" params={{ c: community.customUri }}>
        {t('admin.poster.door')}
      </ButtonLink>
    </Card>
  )
}

const KeyForm = ({
  communityId,
  isFirstKey,
  onDone,
}: {
  communityId: string
  isFirstKey: boolean
  onDone: () => void
}) => {
  const { t } = useText()
  const change = useKeyRotation(communityId)
  const [oldKey, setOldKey] = useState<'ends' | 'goeson'>('ends')
  const [keySource, setKeySource] = useState<'made' | 'own'>('made')
  const [ownKey, setOwnKey] = useState('')
  const { errorOf, formError, submitCount, showFailure, acceptInput } = useFormErrors(['key'])
  const send = () => {
    if (acceptInput(keySource === 'own' ? validateNewKey(ownKey) : null))
      change.mutate(
        { ...(keySource === 'own' && { key: ownKey.trim() }), grace: !isFirstKey && oldKey === 'goeson' },
        { onSuccess: onDone, onError: showFailure },
      )
  }
  return (
    <Form className={css.form} busy={change.isPending} onSubmit={send}>
      <p className={typography.meta}>{t(isFirstKey ? 'admin.key.first' : 'admin.key.consequence')}</p>
      {!isFirstKey && (
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
          value={oldKey}
          onChange={setOldKey}
        />
      )}
      <RadioList
        label={t('admin.key.new')}
        options={[
          { value: 'made', label: t('admin.key.new.made') },
          { value: 'own', label: t('admin.key.new.own') },
        ]}
        value={keySource}
        onChange={setKeySource}
      />
      {keySource === 'own' && (
        <Field
          name="key"
          label={t('admin.key.own')}
          value={ownKey}
          onChange={setOwnKey}
          maxLength={MAX_REGISTER_KEY_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errorOf('key')}
          submitCount={submitCount}
          hint={t('admin.key.own.hint')}
        />
      )}
      {formError && (
        <Notice kind="danger" icon="triangle-alert">
          {formError}
        </Notice>
      )}
      <Button kind="primary" type="submit" wide busy={change.isPending}>
        {t(isFirstKey ? 'admin.key.make' : 'admin.key.change')}
      </Button>
    </Form>
  )
}
