ALTER TABLE `profiles` ADD `next_gesture` text;
