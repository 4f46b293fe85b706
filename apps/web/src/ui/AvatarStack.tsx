import { Avatar, type AvatarProps } from './Avatar.tsx'
import css from './AvatarStack.module.css'

export interface AvatarStackProps {
  people: { name: string; photoUri?: string | null }[]
  size?: AvatarProps['size']
}

/** Overlapping avatars. Hidden from screen readers, because a text beside them says how many people there are. */
export const AvatarStack = ({ people, size = 'xs' }: AvatarStackProps) => (
  <span className={css.stack} aria-hidden="true">
    {people.map(person => (
      <Avatar key={person.name} name={person.name} photoUri={person.photoUri} size={size} />
    ))}
  </span>
)
