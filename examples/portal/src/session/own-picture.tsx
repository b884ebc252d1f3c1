import { Avatar, Group, Text } from '@mantine/core';
import { useStoredImage } from '../files/stored-image.ts';
import styles from '../shell/shell.module.css';
import { useSession } from './session.ts';

/** The picture of the user. */
export function OwnPicture() {
  const { data } = useSession().user;
  const source = useStoredImage(data.picture);
  const name = data.name ?? '';
  return (
    <Group gap="xs" wrap="nowrap">
      <Avatar src={source} alt={name} name={name} size="md" color="cyan" />
      <Text component="span" size="sm" fw={500} className={styles.wide}>
        {name}
      </Text>
    </Group>
  );
}
