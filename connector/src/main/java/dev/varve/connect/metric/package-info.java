/**
 * What a running connector counts, as JMX beans under the domain {@code dev.varve}: one of the connector, one a task, one for each
 * table of a task. Beans are registered when the task or table is opened and unregistered when it is closed. Imports nothing of
 * the connector.
 */
package dev.varve.connect.metric;
