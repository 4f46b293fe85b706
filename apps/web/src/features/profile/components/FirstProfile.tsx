import type { Profile } from '@parvis/contract/profile.ts'
import { useId, useState } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { deleteFirstProfileDraft } from '../profile-draft.ts'
import { ageGroupOf, hasSecondPage, knownAgeOf, type ProfilePage, type ProfileRequirements } from '../profile-form.ts'
import { useSaveProfile } from '../profile.queries.ts'
import { useProfileForm } from '../use-profile-form.ts'
import { AboutYou } from './AboutYou.tsx'
import { HomeAndPassword } from './HomeAndPassword.tsx'
import { SaveActions } from './SaveActions.tsx'
import { LogOutLine } from './LogOutLine.tsx'
import { WelcomePreview } from './WelcomePreview.tsx'
import type { ProfileFormViewProps } from '../profile-form-view-props.ts'

const ProfileSteps = ({ page, requirements }: { page: ProfilePage; requirements: ProfileRequirements }) => {
  const { t } = useText()
  return (
    <Steps
      label={t('entry.steps', { n: page, of: 2 })}
      names={[
        t('entry.steps.you'),
        t(
          requirements.role !== 'neighbor'
            ? 'entry.steps.password'
            : requirements.needPassword
              ? 'entry.steps.home'
              : 'entry.steps.address',
        ),
      ]}
      current={page - 1}
    />
  )
}

/** The first profile on two pages: name and birth date, then address and password. */
export const FirstProfile = (props: ProfileFormViewProps & { profile: Profile; pickedPhoto: Blob | null }) => {
  const { community, session, profile, pickedPhoto, onPageChange, onSaved, onPendingApproval } = props
  const { t } = useText()
  const id = useId()
  const requirements: ProfileRequirements = {
    role: session.role,
    needPassword: profile.needPassword,
    needEmail: profile.needEmail,
    needApproval: profile.needApproval,
    minAge: profile.minAge,
    consentAge: profile.consentAge,
    known: knownAgeOf(profile),
    timezone: community.timezone,
  }
  const form = useProfileForm(session._id, profile, requirements, pickedPhoto, onPageChange)
  const [checking, setChecking] = useState(false)
  const [isStopped, setIsStopped] = useState(false)
  const { save, saving, progress, abortSave } = useSaveProfile({
    onSaved: user => {
      deleteFirstProfileDraft(session._id)
      onSaved(user)
    },
    onFailed: error => {
      if (error instanceof ApiError && error.key === 'popup4') {
        deleteFirstProfileDraft(session._id)
        onPendingApproval()
      } else if (isAborted(error)) setIsStopped(true)
      else form.showFailure(error)
    },
  })
  const hasTwoPages = hasSecondPage(requirements)
  const page = hasTwoPages ? props.page : 1
  const isLastPage = page === 2 || !hasTwoPages

  const submit = async () => {
    if (checking || form.photo.isPreparing) return
    setChecking(true)
    setIsStopped(false)
    const isValid = await form.validate(page)
    setChecking(false)
    if (!isValid) return
    form.clearErrors()
    if (isLastPage) save({ body: form.body(), photo: form.photo.photo })
    else onPageChange(2)
  }
  const isNew = session.firstLogin
  const isMinor = ageGroupOf(form.draft.birthdate, requirements) === 'minor'
  return (
    <>
      <FormScreen
        community={community}
        id={id}
        step={page}
        title={t(page === 2 ? 'entry.profile.home.title' : isNew ? 'entry.profile.welcome' : 'entry.profile.update')}
        lead={t(
          page === 2
            ? requirements.role === 'neighbor'
              ? 'entry.profile.home.lead'
              : 'entry.profile.last.lead'
            : hasTwoPages
              ? 'entry.profile.lead'
              : 'entry.profile.lead.one',
        )}
        header={hasTwoPages && <ProfileSteps page={page} requirements={requirements} />}
        aside={
          <WelcomePreview
            community={community}
            draft={form.draft}
            photo={form.avatar}
            role={requirements.role}
            isMinor={isMinor}
          />
        }
        busy={saving}
        onSubmit={() => void submit()}
        actions={
          <SaveActions
            formId={id}
            label={t(isLastPage ? (isNew ? 'entry.profile.signup' : 'entry.profile.save') : 'entry.profile.continue')}
            isSaving={saving}
            isValidating={checking}
            uploadProgress={progress}
            onStopUpload={abortSave}
          >
            {page === 2 && (
              <Button disabled={saving} onClick={() => onPageChange(1)}>
                {t('common.back')}
              </Button>
            )}
          </SaveActions>
        }
      >
        {form.formError && (
          <Notice key={form.submitCount} kind="danger" icon="circle-alert" pinned>
            {form.formError}
            <br />
            {t('entry.profile.still')}
          </Notice>
        )}
        {isStopped && (
          <Notice kind="calm" icon="info">
            {t('entry.profile.stopped')}
          </Notice>
        )}
        {page === 1 ? <AboutYou form={form} /> : <HomeAndPassword form={form} />}
        <LogOutLine {...props} />
      </FormScreen>
      {form.photo.cropDialog}
    </>
  )
}
