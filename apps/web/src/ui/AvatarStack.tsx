import { Avatar, type AvatarProps } from './Avatar.tsx'
import css from './AvatarStack.module.css'

export interface AvatarStackProps {
  people: { name: string; photoUri?: string | null }[]
  size?: AvatarProps['size']
}

/** Faces that overlap. They say nothing: the sentence beside them counts them. */
export const AvatarStack = ({ people, size = 'xs' }: AvatarStackProps) => (
  <span className={css.stack} aria-hidden="true">
    {people.map(person => (
      <Avatar key={person.name} name={person.name} photoUri={person.photoUri} size={size} />
    ))}
  </span>
)
