import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { type CommunityType, communityTypes } from '@parvis/contract/community.ts'
import { validateCommunityRequest, MAX_REQUEST_LENGTH, requestCommunity } from '@parvis/contract/find.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/Field.tsx'
import { communityTypeTiles } from '#web/ui/community-type-tiles.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { PictoRadioGroup } from '#web/ui/PictoRadioGroup.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { Form } from '#web/ui/Form.tsx'
import css from './FindView.module.css'

const MESSAGE_ROWS = 4
const MAX_TOWN_LENGTH = 100

/** Form to ask the webmasters for a community that does not exist yet. */
export const RequestView = () => {
  const { t } = useText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className={css.page}>
      <div className={css.side}>
        <PublicBar homeTarget={{ to: '/' }} />
        <main id="main" className={css.main}>
          {sentTo ? (
            <EmptyState
              picture="door"
              level={1}
              title={t('find.request.done.title')}
              text={t('find.request.done.text', { email: sentTo })}
              action={
                <ButtonLink kind="primary" to="/communautes">
                  {t('find.request.done.back')}
                </ButtonLink>
              }
            />
          ) : (
            <RequestForm onSent={setSentTo} />
          )}
        </main>
      </div>
    </div>
  )
}

const RequestForm = ({ onSent }: { onSent: (email: string) => void }) => {
  const { t } = useText()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<CommunityType>('Residence')
  const [town, setTown] = useState('')
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState('')
  const { errorOf, formError, submitCount, showFailure, acceptInput } = useFormErrors(['name', 'email'])
  const send = useMutation({
    mutationFn: () =>
      call(requestCommunity, { body: { name, communitytype: kind, town, email: email.trim(), message } }),
    onSuccess: () => onSent(email.trim()),
    onError: showFailure,
  })
  const submit = () => {
    if (acceptInput(validateCommunityRequest({ name, email }))) send.mutate()
  }
  const optional = (label: string) => `${label} (${t('find.request.optional')})`

  return (
    <Form className={css.form} busy={send.isPending} onSubmit={submit}>
      <h1>{t('find.request.title')}</h1>
      <p>{t('find.request.text')}</p>
      {formError && (
        <Notice key={submitCount} kind="danger" icon="circle-alert">
          {formError}
        </Notice>
      )}
      <Field
        label={t('find.request.name')}
        name="organization"
        autoComplete="off"
        hint={t('find.request.name.hint')}
        maxLength={MAX_COMMUNITY_NAME_LENGTH}
        value={name}
        onChange={setName}
        error={errorOf('name')}
        submitCount={submitCount}
      />
      <div className={css.kinds}>
        <b aria-hidden="true">{t('find.request.kind')}</b>
        <PictoRadioGroup
          label={t('find.request.kind')}
          options={communityTypes.map(type => ({
            value: type,
            label: t('find.kind', { type }),
            ...communityTypeTiles[type],
          }))}
          value={kind}
          onChange={setKind}
        />
      </div>
      <Field
        label={optional(t('find.request.town'))}
        name="address-level2"
        autoComplete="address-level2"
        maxLength={MAX_TOWN_LENGTH}
        value={town}
        onChange={setTown}
      />
      <Field
        label={t('find.request.email')}
        name="email"
        type="email"
        icon="mail"
        autoComplete="email"
        hint={t('find.request.email.hint')}
        maxLength={MAX_EMAIL_LENGTH}
        value={email}
        onChange={setEmail}
        error={errorOf('email')}
        submitCount={submitCount}
      />
      <Field
        label={optional(t('find.request.message'))}
        name="message"
        rows={MESSAGE_ROWS}
        maxLength={MAX_REQUEST_LENGTH}
        value={message}
        onChange={setMessage}
      />
      <Button type="submit" kind="primary" wide busy={send.isPending}>
        {t('find.request.send')}
      </Button>
      <ButtonLink kind="quiet" to="/communautes">
        {t('find.cities.back')}
      </ButtonLink>
    </Form>
  )
}
