import type { Hobby, Profile } from '@parvis/contract/profile.ts'
import type { Location } from '@parvis/contract/community.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusFirstConflict, FieldConflict } from '#web/ui/FieldConflict.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Main } from '#web/ui/Main.tsx'
import type { MyProfileRequirements, MyProfileDraft } from '../my-profile.ts'
import { knownAgeOf, type FormCommunity } from '../profile-form.ts'
import { useConflictText } from '../use-conflict-text.ts'
import { useMyProfileSaving } from '../use-my-profile-saving.ts'
import { useMyProfile } from '../use-my-profile.ts'
import { MyProfileNotices } from './MyProfileNotices.tsx'
import { SaveActions } from './SaveActions.tsx'
import { MyHome } from './MyHome.tsx'
import { MinorProtectionNotice } from './Protection.tsx'
import { MyIdentity } from './MyIdentity.tsx'
import type { SessionUser } from '@parvis/contract/session.ts'

// Loaded lazily, so that the lower parts of the form and the parts that few members have do not delay the first part.
const MyHobbies = lazy(() => import('./MyHobbies.tsx').then(part => ({ default: part.MyHobbies })))
const MyPassword = lazy(() => import('./MyPassword.tsx').then(part => ({ default: part.MyPassword })))
const MyStay = lazy(() => import('./MyStay.tsx').then(part => ({ default: part.MyStay })))

export interface MyProfileFormProps {
  community: FormCommunity
  me: Pick<SessionUser, '_id' | 'role' | 'company' | 'suspendedUntil'>
  onSaved: (user: SessionUser) => void
  onLeave: () => void
  /** Shown below the form: the export of one's own data, leaving the community, and deleting the account. */
  belowForm?: ReactNode
  profile: Profile
  hobbies: UseQueryResult<Hobby[]>
  /** The places of the community where members can have a stay. */
  places: UseQueryResult<Location[]>
  /** The photo that was picked and not saved yet. */
  pickedPhoto: Blob | null
  /** Whether the user returns from the camera screen; the notice about the restored draft is then hidden. */
  returnedFromCamera: boolean
  /** Notice that shows the age of the data when the data could not be refetched. */
  staleNotice: ReactNode
}

export const MyProfileForm = (props: MyProfileFormProps) => {
  const {
    community,
    me,
    profile,
    hobbies,
    places,
    pickedPhoto,
    returnedFromCamera,
    staleNotice,
    onSaved,
    onLeave,
    belowForm,
  } = props
  const { t } = useText()
  const id = useId()
  const requirements: MyProfileRequirements = {
    role: me.role,
    needCurrentPassword: profile.needCurrentPassword,
    minAge: profile.minAge,
    known: knownAgeOf(profile),
    timezone: community.timezone,
    stay: profile.stay,
  }
  const form = useMyProfile(me._id, profile, requirements, pickedPhoto)
  const textOf = useConflictText(hobbies.data, places.data)
  const [checking, setChecking] = useState(false)
  useTakenPhoto('profile', photo => void form.pickPhoto(photo, 'camera'))
  const { save, saving, progress, abortSave } = useMyProfileSaving(me._id, form, onSaved, onLeave)
  // While a save is in progress, a differing saved value is the viewer's own change and no conflict.
  const conflicts = saving ? [] : form.conflicts

  const submit = async (event: FormEvent) => {
    // A field whose text is too long has already prevented the submission.
    const hasTooLongText = event.defaultPrevented
    event.preventDefault()
    if (saving || checking || form.isPreparing) return
    setChecking(true)
    const isValid = await form.validate()
    setChecking(false)
    if (!isValid || hasTooLongText) return
    form.clearErrors()
    if (conflicts.length > 0) return focusFirstConflict()
    const changes = form.startSave()
    if (changes) save(changes)
    else onLeave()
  }
  /** Shows below the control the conflicting value that was saved elsewhere, with a choice between both values. */
  const withConflict = (field: string, control: ReactNode) => {
    const name = field as keyof MyProfileDraft
    return (
      <FieldConflict
        savedText={conflicts.includes(name) ? textOf(name, form.savedValues) : null}
        keepMineLabel={t('profile.clash.mine')}
        takeTheirsLabel={t('profile.clash.theirs')}
        onKeepMine={() => form.keepMine(name)}
        onTakeTheirs={() => form.takeTheirs(name)}
      >
        {control}
      </FieldConflict>
    )
  }
  const fields = { form: { ...form, withConflict } }
  return (
    <Main>
      <div className={columns.form}>
        {staleNotice}
        <MyProfileNotices me={me} returnedFromCamera={returnedFromCamera} form={form} />
        <form
          id={id}
          className={columns.form}
          onSubmit={event => void submit(event)}
          noValidate
          data-tells-all
          inert={saving}
          aria-label={t('profile.title')}
        >
          {profile.protection && <MinorProtectionNotice {...profile.protection} consentAge={profile.consentAge} />}
          {/* A suspended member cannot change what others see. */}
          <fieldset className={columns.fields} disabled={Boolean(me.suspendedUntil)}>
            <MyIdentity {...fields} me={me} profile={profile} timezone={community.timezone} />
            {profile.stay && (
              <Suspense>
                <MyStay {...fields} stay={profile.stay} places={places} />
              </Suspense>
            )}
            {me.role !== 'advertiser' && <MyHome {...fields} isResident={me.role === 'neighbor'} />}
            <Suspense>
              <MyHobbies {...fields} hobbies={me.role === 'advertiser' ? null : hobbies} />
            </Suspense>
          </fieldset>
          <Suspense>
            <MyPassword form={form} profile={profile} />
          </Suspense>
        </form>
        {belowForm}
      </div>
      {form.cropDialog}
      <SaveActions
        formId={id}
        label={t('entry.profile.save')}
        isSaving={saving}
        isValidating={checking}
        uploadProgress={progress}
        onStopUpload={abortSave}
      >
        <Button disabled={saving} onClick={onLeave}>
          {t('common.cancel')}
        </Button>
      </SaveActions>
    </Main>
  )
}
