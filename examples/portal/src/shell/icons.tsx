import type { ReactNode } from 'react';

/** Drawings beside a text that says the same, so a screen reader skips them. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export const HomeIcon = () => (
  <Icon>
    <path d="M4 11.5 12 4l8 7.5V20h-5v-5.5H9V20H4z" />
  </Icon>
);

export const TasksIcon = () => (
  <Icon>
    <path d="M4 6.5l1.5 1.5L8 5M4 12.5 5.5 14 8 11M4 18.5 5.5 20 8 17M12 6.5h8M12 12.5h8M12 18.5h8" />
  </Icon>
);

export const DiaryIcon = () => (
  <Icon>
    <path d="M6 4h11a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2V5a1 1 0 0 1 1-1zM5 17.5A1.5 1.5 0 0 1 6.5 16H19M9 8h6" />
  </Icon>
);

export const PlanningIcon = () => (
  <Icon>
    <path d="M5 6h14v14H5zM5 10.5h14M9 3.5V8M15 3.5V8M9 15l2 2 4-4" />
  </Icon>
);

export const ChatIcon = () => (
  <Icon>
    <path d="M4 5h16v11h-9l-4 4v-4H4zM8 9h8M8 12.5h5" />
  </Icon>
);

export const SignOutIcon = () => (
  <Icon>
    <path d="M13 4H6v16h7M10 12h10M17 9l3 3-3 3" />
  </Icon>
);

export const NewTabIcon = () => (
  <Icon>
    <path d="M18 13v6H5V6h6M14 4h6v6M20 4l-9 9" />
  </Icon>
);

export const PhoneIcon = () => (
  <Icon>
    <path d="M6 4h4l1.5 5-2.5 1.5a11 11 0 0 0 4.5 4.5L15 12.5l5 1.5v4a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
  </Icon>
);
