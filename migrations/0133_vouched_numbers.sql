ALTER TABLE `users` ADD `phone_vouched` text;
