import type { MyProfile } from './use-my-profile.ts'
import type { FormOf } from './components/ProfileField.tsx'

/** The form of my profile, which can also show a conflicting value that was saved elsewhere below a field. */
export type FormWithConflicts = MyProfile & { withConflict: NonNullable<FormOf<MyProfile['draft']>['withConflict']> }
