import { isTeamChange, validateInvitation, type invite } from '@parvis/contract/admin.ts'
import type { Answer, Body } from '@parvis/contract/endpoint.ts'
import { MAX_FLOOR_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/entry.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Select } from '#web/ui/Select.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { Form } from '#web/ui/Form.tsx'
import { useInvitation } from '../admin.mutations.ts'
import { emptyStay, stayBody, type StayDraft, StayFields, type StayFieldsProps } from './StayFields.tsx'
import css from './InviteForm.module.css'

/** Longest flat number that the server accepts. */
const MAX_FLAT_LENGTH = 10

interface HomeDraft {
  building: string
  floor: string
  apartmentNumber: string
}

/** Fields that show their own error; all other errors appear above the submit button. */
const fields = ['email', 'locationId', 'arrival', 'departure']

export interface InviteFormProps {
  community: { _id: string }
  /** Roles that the viewer can grant. */
  roles: readonly Role[]
  /** Whether the community has members on a limited stay. */
  offersStays: boolean
  renderProofPrompt: RenderProofPrompt
  onInvited: (answer: Answer<typeof invite>) => void
}

/** Invites a future member by mail or by a printed letter. After an error, all typed values remain in the form. */
export const InviteForm = ({ community, roles, offersStays, renderProofPrompt, onInvited }: InviteFormProps) => {
  // Opts out of the React Compiler: the form is rendered rarely, and memoisation would only add code.
  'use no memo'
  const { t } = useText()
  const invitation = useInvitation(community._id)
  const [delivery, setDelivery] = useState<'mail' | 'letter'>('mail')
  const [email, setEmail] = useState('')
  const [home, setHome] = useState<HomeDraft>({ building: '', floor: '', apartmentNumber: '' })
  const [role, setRole] = useState<Role>('neighbor')
  const [isForStay, setIsForStay] = useState(true)
  const [stay, setStay] = useState(emptyStay)
  const { errorOf, formError, submitCount, showInvalid, showFailure, acceptInput } = useFormErrors(fields)
  /** The request body of an invitation to a team role, held until the password is confirmed. */
  const [bodyToConfirm, setBodyToConfirm] = useState<Body<typeof invite> | null>(null)
  const hasStay = offersStays && role === 'neighbor' && isForStay
  const byMail = delivery === 'mail'

  const createInvitation = async (body: Body<typeof invite>) => {
    try {
      const answer = await invitation.mutateAsync(body)
      if (body.email) showToast({ text: t('admin.invite.sent', { email: body.email }) })
      onInvited(answer)
    } catch (error) {
      // This error is about the e-mail address.
      if (error instanceof ApiError && error.key === 'alreadyregistereduser')
        showInvalid({ field: 'email', text: t('admin.invite.already') })
      else showFailure(error)
    }
  }
  const send = () => {
    const form = { email: byMail ? email.trim() : null, stay: hasStay ? stayBody(stay) : null }
    if (!acceptInput(byMail && !form.email ? { key: 'missingemail', field: 'email' } : validateInvitation(form))) return
    const body = {
      ...form,
      role,
      building: home.building.trim() || null,
      floor: home.floor.trim() || null,
      apartmentNumber: home.apartmentNumber.trim() || null,
    }
    if (isTeamChange(null, role)) setBodyToConfirm(body)
    else void createInvitation(body)
  }

  return (
    <>
      <Form className={css.form} busy={invitation.isPending} onSubmit={send}>
        <Segmented
          label={t('admin.invite.how')}
          options={[
            { value: 'mail', label: t('admin.invite.mail') },
            { value: 'letter', label: t('admin.invite.letter') },
          ]}
          value={delivery}
          onChange={setDelivery}
        />
        {byMail ? (
          <Field
            name="email"
            type="email"
            label={t('admin.invite.email')}
            icon="mail"
            value={email}
            onChange={setEmail}
            maxLength={MAX_EMAIL_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            error={errorOf('email')}
            submitCount={submitCount}
          />
        ) : (
          <p>{t('admin.invite.letter.text')}</p>
        )}
        <HomeFields home={home} onChange={setHome} />
        <Select
          name="role"
          label={t('admin.role')}
          value={role}
          options={roles.map(one => ({ value: one, label: t(`session.role.${one}`, { gender: 'other' }) }))}
          onChange={setRole}
          hint={t(`admin.role.${role}`)}
        />
        {offersStays && role === 'neighbor' && (
          <StayChoice
            communityId={community._id}
            isForStay={isForStay}
            onIsForStay={setIsForStay}
            stay={stay}
            onStay={setStay}
            errorOf={errorOf}
            submitCount={submitCount}
          />
        )}
        {formError && (
          <Notice kind="danger" icon="triangle-alert">
            {formError}
          </Notice>
        )}
        <Button kind="primary" type="submit" wide busy={invitation.isPending} icon={byMail ? 'send' : 'printer'}>
          {t(byMail ? 'admin.invite.send' : 'admin.invite.make')}
        </Button>
      </Form>
      {bodyToConfirm &&
        renderProofPrompt({
          title: t('admin.invite.ask.title', { role: t(`session.role.${role}`, { gender: 'other' }) }),
          text: `${t(`admin.role.${role}`)} ${t('admin.invite.ask.text')}`,
          action: t(byMail ? 'admin.invite.send' : 'admin.invite.make'),
          icon: byMail ? 'send' : 'printer',
          onIdentityProved: () => createInvitation(bodyToConfirm),
          onClose: () => setBodyToConfirm(null),
        })}
    </>
  )
}

interface HomeFieldsProps {
  home: HomeDraft
  onChange: (home: HomeDraft) => void
}

const HomeFields = ({ home, onChange }: HomeFieldsProps) => {
  const { t } = useText()
  return (
    <fieldset className={css.home}>
      <legend>
        {t('admin.home')} <small>{t('admin.optional')}</small>
      </legend>
      <div>
        {(
          [
            ['building', MAX_NAME_LENGTH],
            ['floor', MAX_FLOOR_LENGTH],
            ['apartmentNumber', MAX_FLAT_LENGTH],
          ] as const
        ).map(([name, maxLength]) => (
          <Field
            key={name}
            name={name}
            label={t(`admin.home.${name}.label`)}
            value={home[name]}
            onChange={value => onChange({ ...home, [name]: value })}
            maxLength={maxLength}
            autoComplete="off"
          />
        ))}
      </div>
    </fieldset>
  )
}

interface StayChoiceProps extends Omit<StayFieldsProps, 'draft' | 'onChange'> {
  isForStay: boolean
  onIsForStay: (isForStay: boolean) => void
  stay: StayDraft
  onStay: (stay: StayDraft) => void
}

/** Checkbox for whether the invited person comes for a limited stay, and fields for the place and dates of the stay. */
const StayChoice = ({ isForStay, onIsForStay, stay, onStay, ...rest }: StayChoiceProps) => {
  const { t } = useText()
  return (
    <>
      <Checkbox name="forstay" checked={isForStay} onChange={onIsForStay}>
        {t('admin.invite.forstay')}
      </Checkbox>
      {isForStay && <StayFields {...rest} draft={stay} onChange={onStay} />}
    </>
  )
}
