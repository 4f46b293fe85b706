import { usePost } from '../posts.store.ts'
import { PostCard, type PostCardProps } from './PostCard.tsx'

/** Subscribes to one post, so that only its card renders when the post changes. */
export const ListedPost = ({ id, ...rest }: Omit<PostCardProps, 'post'> & { id: string }) => {
  const post = usePost(id)
  return post && <PostCard post={post} {...rest} />
}
