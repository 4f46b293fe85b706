import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useStoredPhoto } from '#web/kernel/picture/draft-photos.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { Target } from '#web/ui/frame-context.ts'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { MyProfileForm, type MyProfileFormProps } from './components/MyProfileForm.tsx'
import { hobbiesQuery } from './hobbies.queries.ts'
import { myProfileQuery, stayPlacesQuery } from './profile.queries.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { pickedPhotoKey } from './profile-draft.ts'

export interface MyProfileViewProps extends Pick<
  MyProfileFormProps,
  'community' | 'me' | 'onSaved' | 'onLeave' | 'belowForm'
> {
  back: Target
}

/** The viewer's own profile as a form. */
export const MyProfileView = (props: MyProfileViewProps) => {
  const { t } = useText()
  const { community, me, back } = props
  const query = useQuery(myProfileQuery())
  const hobbies = useQuery(hobbiesQuery())
  const places = useQuery({ ...stayPlacesQuery(community._id), enabled: Boolean(query.data?.stay) })
  const pickedPhoto = useStoredPhoto(pickedPhotoKey(me._id))
  const [returnedFromCamera] = useState(() => isAtCamera('profile'))
  return (
    <>
      <TopBar title={t('profile.title')} backTarget={back} />
      {query.data && pickedPhoto !== undefined ? (
        <MyProfileForm
          key={me._id}
          {...props}
          profile={query.data}
          hobbies={hobbies}
          places={places}
          pickedPhoto={pickedPhoto}
          returnedFromCamera={returnedFromCamera}
          staleNotice={viewStateOf(query) === 'stale' && <LastUpdated query={query} />}
        />
      ) : (
        <Main>
          {viewStateOf(query) === 'failed' ? (
            <LoadError query={query} title={t('profile.failed')} />
          ) : (
            <ProfileSkeleton isForm />
          )}
        </Main>
      )}
    </>
  )
}
